import Testing

@testable import StreamingJSON

@Suite struct JSONObjectTextTests {
    private static let small: JSONObject = ["a": 1, "b": ["c": "昨日\n"], "d": [true, nil]]
    private static let large = JSONObject((0..<40).map { ("name\($0)", JSONValue.integer($0)) })

    private static func text(_ object: JSONObject) -> String { JSONValue.object(object).serialized() }

    @Test(arguments: [small, large, [:]]) func whatKeepsItsTextIsTheSameObject(object: JSONObject) {
        let kept = object.keepingText()
        #expect(kept == object)
        #expect(object == kept)
        #expect(kept.hashValue == object.hashValue)
        #expect(kept.keptText.map { String(decoding: $0, as: UTF8.self) } == Self.text(object))
        #expect(Self.text(kept) == Self.text(object))
        for (key, value) in object { #expect(kept[key] == value) }
        #expect(kept["other"] == nil)
        let text = Self.text(object)
        #expect(JSONValue.array([.object(kept), .object(kept)]).serialized() == "[\(text),\(text)]")
    }

    /// Every way to change an object; the old text must not be written afterwards.
    @Test(arguments: [small, large]) func aChangeDiscardsTheText(object: JSONObject) {
        let first = object.keys[0]
        let changes: [(inout JSONObject) -> Void] = [
            { $0[first] = "new" },
            { $0["other"] = "new" },
            { $0[first] = nil },
            { $0["other"] = ["x": 1] },
        ]
        for change in changes {
            var (plain, kept) = (object, object.keepingText())
            change(&plain)
            change(&kept)
            #expect(Self.text(kept) == Self.text(plain))
            #expect(kept == plain)
        }
        var unchanged = object.keepingText()
        unchanged["other"] = nil
        #expect(unchanged.keptText != nil)
    }

    @Test func aValueIsThreeWords() { #expect(MemoryLayout<JSONValue>.stride == 3 * MemoryLayout<Int>.size) }
}
