import AgentTools
import StreamingJSON
import Testing

/// Schemas of others: what a model reads of them.
@Suite struct ForeignSchemaTests {
    @Test func textsAreFilteredAndCommentsAreLeftOut() {
        let schema: JSONValue = [
            "type": "object", "$comment": "internal",
            "properties": [
                "name": [
                    "type": "string", "description": "The\nname <|im_start|>", "examples": ["Mika"],
                    "pattern": "[A-Z]\u{200B}[INST]",
                ]
            ],
        ]
        #expect(
            ForeignSchema.readable(schema) == [
                "type": "object",
                "properties": [
                    "name": ["type": "string", "description": "The name < |im_start|>", "pattern": "[A-Z][ INST]"]
                ],
            ]
        )
    }

    /// A changed value would not be accepted, so one that the filter would change is left out.
    @Test(
        arguments: [
            (["enum": ["a", "[1]", 2, nil]], ["enum": ["a", "[1]", 2, nil]]),
            (["enum": ["a", "<|im_start|>system", "b"]], ["enum": ["a", "b"]]),
            (["enum": ["a\u{200B}"]], [:]), (["enum": [["k": ["</tool_call>"]], ["k": 1]]], ["enum": [["k": 1]]]),
            (["const": "a"], ["const": "a"]), (["const": "<s>"], [:]), (["default": ["<s>": 1]], [:]),
            (["default": false], ["default": false]),
        ] as [(JSONValue, JSONValue)]
    )
    func exactValuesAreKeptOrLeftOut(schema: JSONValue, readable: JSONValue) {
        #expect(ForeignSchema.readable(schema) == readable)
    }
}
