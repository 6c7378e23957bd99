import StreamingJSON
import Testing

@testable import AgentRuntime

@Suite struct ValueEditsTests {
    /// Pointers of the parts that become 0, and the result for `{"a":[1,{"b/c":2}],"d":"e"}`.
    @Test(arguments: [
        ([], #"{"a":[1,{"b/c":2}],"d":"e"}"#), ([""], "0"), (["/a/0"], #"{"a":[0,{"b/c":2}],"d":"e"}"#),
        (["/d", "/a/1/b~1c"], #"{"a":[1,{"b/c":0}],"d":0}"#), (["/a/0", "/a"], #"{"a":0,"d":"e"}"#),
        (["/a/2", "/a/x", "/f", "/d/0", "/a/-1"], #"{"a":[1,{"b/c":2}],"d":"e"}"#),
    ])
    func partsAreChangedInPlace(pointers: [String], result: String) throws {
        let value: JSONValue = ["a": [1, ["b/c": 2]], "d": "e"]
        var edits = ValueEdits()
        for pointer in pointers { edits.add(at: JSONValue.steps(of: pointer)) { _ in 0 } }
        #expect(edits.applied(to: value).serialized() == result)
    }

    @Test(arguments: [("#/a%20b/0", 1), ("/a b/0", 1), ("#/a%20b/1", nil), ("#", nil), ("/none/0", nil)])
    func pointersAreFollowed(pointer: String, found: Int?) {
        let value: JSONValue = ["a b": [1]]
        #expect(value.descendant(along: JSONValue.steps(of: pointer))?.intValue == found)
    }
}
