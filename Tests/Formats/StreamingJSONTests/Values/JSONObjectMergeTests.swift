import Testing

@testable import StreamingJSON

@Suite struct JSONObjectMergeTests {
    /// Examples of RFC 7396, appendix A.
    @Test(
        arguments: [
            (["a": "b"], ["a": "c"], ["a": "c"]), (["a": "b"], ["b": "c"], ["a": "b", "b": "c"]),
            (["a": "b"], ["a": nil], [:]), (["a": "b", "b": "c"], ["a": nil], ["b": "c"]),
            (["a": ["b"]], ["a": "c"], ["a": "c"]), (["a": "c"], ["a": ["b"]], ["a": ["b"]]),
            (["a": ["b": "c"]], ["a": ["b": "d", "c": nil]], ["a": ["b": "d"]]),
            (["e": nil], ["a": 1], ["e": nil, "a": 1]), ([:], ["a": ["bb": ["ccc": nil]]], ["a": ["bb": [:]]]),
        ] as [(JSONObject, JSONObject, JSONObject)]
    )
    func aPatchIsMerged(object: JSONObject, patch: JSONObject, result: JSONObject) {
        #expect(object.merged(with: patch) == result)
    }
}
