import AgentWire
import LanguageModels
import StreamingJSON
import Testing

@testable import AgentRuntime

@Suite struct GrowingAnswerTests {
    private static let text =
        #"{"name":"Ada \"é\" 愛 😀","tags":["a","b\n"],"points":[{"x":1,"y":[2.5]},{"x":-4e2}],"rest":{"deep":[1,2]},"n":null}"#

    private static let elements: [RunEvent] = [
        .objectElement(path: "/tags", index: 0, value: "a"), .objectElement(path: "/tags", index: 1, value: "b\n"),
        .objectElement(path: "/points", index: 0, value: ["x": 1, "y": [2.5]]),
        .objectElement(path: "/points", index: 1, value: ["x": -400.0]),
    ]

    private static func pieces(_ text: String, _ size: Int) -> [String] {
        let scalars = Array(text.unicodeScalars)
        return stride(from: 0, to: scalars.count, by: size).map { start in
            var piece = String.UnicodeScalarView()
            piece.append(contentsOf: scalars[start..<min(start + size, scalars.count)])
            return String(piece)
        }
    }

    private static func elements(_ events: [RunEvent]) -> [RunEvent] {
        events.filter { if case .objectElement = $0 { true } else { false } }
    }

    private static func snapshots(_ events: [RunEvent]) -> [JSONValue] {
        events.compactMap { if case .objectDelta(let value, isRestart: false) = $0 { value } else { nil } }
    }

    /// Whether a value is a part of another that has arrived so far.
    private static func isPart(_ part: JSONValue, of whole: JSONValue) -> Bool {
        switch (part, whole) {
        case (.string(let part), .string(let whole)):
            return whole.unicodeScalars.starts(with: part.unicodeScalars)
        case (.array(let part), .array(let whole)):
            guard part.count <= whole.count else { return false }
            return zip(part, whole).enumerated().allSatisfy { index, pair in
                index == part.count - 1 ? isPart(pair.0, of: pair.1) : pair.0 == pair.1
            }
        case (.object(let part), .object(let whole)):
            guard part.count <= whole.count else { return false }
            return zip(part, whole).enumerated().allSatisfy { index, pair in
                let (member, other) = pair
                guard member.key == other.key else { return false }
                return index == part.count - 1
                    ? isPart(member.value, of: other.value) : member.value == other.value
            }
        default: return part == whole
        }
    }

    @Test(arguments: 1...40, [false, true])
    func theEventsDoNotDependOnTheSizeOfPieces(size: Int, isWrapped: Bool) throws {
        let whole = try JSONValue(parsing: Self.text)
        let text = isWrapped ? #"{"value":"# + Self.text + #","confidence":0.5}"# : Self.text
        var answer = GrowingAnswer(isWrapped: isWrapped)
        let events = Self.pieces(text, size).flatMap { answer.apply(.textDelta($0)) }
        #expect(Self.elements(events) == Self.elements)
        for snapshot in Self.snapshots(events) { #expect(Self.isPart(snapshot, of: whole)) }
        #expect(!Self.snapshots(events).isEmpty)
        // No event is repeated.
        let completed = StructuredAnswer(object: whole)
        #expect(answer.finish(completed) == [.objectCompleted(completed)])
    }

    @Test func theEventsDoNotDependOnThePlaceOfTheCut() throws {
        let scalars = Array(Self.text.unicodeScalars)
        for place in scalars.indices {
            let pieces = [scalars[..<place], scalars[place...]].map { part in
                var piece = String.UnicodeScalarView()
                piece.append(contentsOf: part)
                return String(piece)
            }
            var answer = GrowingAnswer(isWrapped: false)
            let events = pieces.flatMap { answer.apply(.textDelta($0)) }
            #expect(Self.elements(events) == Self.elements)
        }
    }

    @Test func aListIsEmittedByItsElements() {
        var answer = GrowingAnswer(isWrapped: true)
        let events = Self.pieces(#"{"value":[{"a":[1]},[2,3],"x"]}"#, 3).flatMap { answer.apply(.textDelta($0)) }
        let values: [JSONValue] = [["a": [1]], [2, 3], "x"]
        #expect(
            Self.elements(events)
                == values.enumerated().map { .objectElement(path: "", index: $0, value: $1) }
        )
        #expect(Self.snapshots(events).first == [[:]])
    }

    /// The size of all snapshots together grows with the answer and not with its square.
    @Test(arguments: [1_000, 60_000, 240_000])
    func snapshotsCostALinearAmount(length: Int) {
        let text = #"{"text":""# + String(repeating: "abcd", count: length / 4) + #""}"#
        var answer = GrowingAnswer(isWrapped: false)
        let snapshots = Self.snapshots(Self.pieces(text, 4).flatMap { answer.apply(.textDelta($0)) })
        let bytes = snapshots.reduce(0) { $0 + $1.serialized().utf8.count }
        #expect(bytes <= 18 * text.utf8.count)
        // And often enough to show the growth.
        #expect(snapshots.count > 30)
        #expect((snapshots.last?.serialized().utf8.count ?? 0) > text.utf8.count * 9 / 10)
    }

    @Test func aLongAnswerIsEmittedByItsElementsOnly() {
        let count = 3 * GrowingAnswer.maximumBytes / 100
        let element = "\"" + String(repeating: "a", count: 97) + "\""
        let text = "{\"items\":[" + Array(repeating: element, count: count).joined(separator: ",") + "]}"
        var answer = GrowingAnswer(isWrapped: false)
        let events = Self.pieces(text, 512).flatMap { answer.apply(.textDelta($0)) }
        #expect(Self.elements(events).count == count)
        let longest = Self.snapshots(events).map { $0.serialized().utf8.count }.max() ?? 0
        #expect(longest <= GrowingAnswer.maximumBytes + 2)
        #expect(longest > GrowingAnswer.maximumBytes / 2)
    }

    @Test func aSnapshotIsEmittedOnlyWhenItShowsSomethingNew() {
        var answer = GrowingAnswer(isWrapped: false)
        let events = [#"{"#, #""n"#, #"ame"#, #"": "#, #""A"#, #""#, #"","#, #" "x"#].map {
            answer.apply(.textDelta($0))
        }
        #expect(events.map(\.count) == [1, 0, 0, 0, 1, 0, 0, 0])
    }

    /// An answer so far, its replacement, and the events of that.
    @Test(
        arguments: [
            // The same with more text at the end.
            (
                #"{"items":[1,2,"#, #"{"items":[1,2,3]}"#,
                [.objectElement(path: "/items", index: 2, value: 3), .objectDelta(["items": [1, 2, 3]])]
            ),
            // A `null` is left out.
            (
                #"{"items":[{"a":1},{"a":2,"b":null}],"c":null}"#, #"{"items":[{"a":1},{"a":2}]}"#,
                [
                    .objectElement(path: "/items", index: 1, value: ["a": 2]),
                    .objectDelta(["items": [["a": 1], ["a": 2]]]),
                ]
            ),
            // The replacement has less than was emitted.
            (
                #"{"items":[1,2,"#, #"{"items":[9]}"#,
                [
                    .objectDelta(.null, isRestart: true), .objectElement(path: "/items", index: 0, value: 9),
                    .objectDelta(["items": [9]]),
                ]
            ),
            // Everything is withdrawn.
            (#"{"a":"b"#, "", [.objectDelta(.null, isRestart: true)]),
            (#"{"items":["#, "", [.objectDelta(.null, isRestart: true)]),
            ("Well, ", "", []),
            ("Well, ", #"{"a":1}"#, [.objectDelta(["a": 1])]),
        ] as [(String, String, [RunEvent])]
    )
    func onlyTheDifferencesOfAReplacementAreEmitted(before: String, after: String, events: [RunEvent]) {
        var answer = GrowingAnswer(isWrapped: false)
        _ = answer.apply(.textDelta(before))
        #expect(answer.apply(.textReplaced(after)) == events)
    }

    @Test func textBeforeACallIsNotTheAnswer() {
        let call = Transcript.ToolCall(id: "1", toolName: "find", arguments: GeneratedContent(properties: [:]))
        var answer = GrowingAnswer(isWrapped: false)
        #expect(answer.apply(.textDelta("I look that up.")) == [])
        #expect(answer.apply(.toolStarted(call)) == [])
        #expect(answer.apply(.textDelta(#"{"items":[1,"#)).count == 2)
        #expect(answer.apply(.toolStarted(call)) == [.objectDelta(.null, isRestart: true)])
        #expect(answer.apply(.toolStarted(call)) == [])
        #expect(
            answer.apply(.textDelta(#"{"items":[1]}"#)) == [
                .objectElement(path: "/items", index: 0, value: 1), .objectDelta(["items": [1]]),
            ]
        )
    }

    @Test func differencesOfTheFinalValueAreEmittedAtTheEnd() {
        var answer = GrowingAnswer(isWrapped: false)
        _ = answer.apply(.textDelta(#"{"items":[{"a":1,"more":2}]}"#))
        let value = StructuredAnswer(object: ["items": [["a": 1]]])
        #expect(
            answer.finish(value) == [
                .objectElement(path: "/items", index: 0, value: ["a": 1]), .objectCompleted(value),
            ]
        )
    }
}
