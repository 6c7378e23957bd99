import StreamingJSON
import Testing

@testable import AgentTools

@Suite struct AnswerTextTests {
    private let orders: JSONValue = [
        "items": [
            ["id": 1, "who": "A & <B>", "total": 12.5, "open": true],
            ["id": 9_007_199_254_740_993, "who": nil, "open": false],
        ]
    ]

    @Test(arguments: [
        ("{{#items}}- [#{{id}}] {{who}}: {{total}}\n{{/items}}", "- [#1] A & <B>: 12.5\n- [#9007199254740993] : \n"),
        ("{{#items}}{{#open}}open {{/open}}{{^open}}closed {{/open}}{{/items}}", "open closed "),
        ("{{^none}}nothing{{/none}}{{none}}", "nothing"),
        ("plain", "plain"), ("", ""),
        ("{{#items}}{{{who}}}{{/items}}", "A & <B>"),
    ])
    func valuesAreInserted(template: String, text: String) throws {
        #expect(try AnswerText(template).text(of: orders) == text)
    }

    @Test func textFromOutsideIsNoTemplate() throws {
        #expect(try AnswerText("{{a}}").text(of: ["a": "{{b}} {{#c}}", "b": "no"]) == "{{b}} {{#c}}")
    }

    @Test(arguments: [
        "{{> other}}", "{{ >other}}", "{{<a}}{{/a}}", "{{$a}}{{/a}}", "{{=<% %>=}}", "{{% CONTENT_TYPE:HTML}}",
        "{{#a}}", "{{a", "{{/a}}",
        String(repeating: "a", count: 9_000),
    ])
    func faultyTemplatesAreRefused(template: String) {
        #expect(throws: AnswerText.Fault.self) { try AnswerText(template) }
    }
}
