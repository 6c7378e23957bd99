import StreamingJSON
import Testing

@testable import ToolDeclarations

@Suite(.timeLimit(.minutes(1))) struct AnswerTextTests {
    private let orders: JSONValue = [
        "items": [
            ["id": 1, "who": "A & <B>", "total": 12.5, "open": true, "tags": ["x", "y"], "at": ["city": "Kyoto"]],
            ["id": 9_007_199_254_740_993, "who": nil, "open": false, "tags": []],
        ],
        "count": 2, "verbose": true, "limit": "20",
    ]

    @Test(
        arguments: [
            (
                "{{#items}}- [#{{id}}] {{who}}: {{total}}\n{{/items}}",
                "- [#1] A & <B>: 12.5\n- [#9007199254740993] : \n"
            ),
            ("{{#items}}{{#open}}open {{/open}}{{^open}}closed {{/open}}{{/items}}", "open closed "),
            ("{{^none}}nothing{{/none}}{{none}}", "nothing"), ("plain", "plain"), ("", ""),
            ("{{#items}}{{{who}}}{{& who }}{{/items}}", "A & <B>A & <B>"),
            ("{{#items}}{{#tags}}{{.}},{{/tags}}{{^tags}}none{{/tags}};{{/items}}", "x,y,;none;"),
            ("{{#items}}{{at.city}}{{#at}}/{{city}}{{/at}}|{{/items}}", "Kyoto/Kyoto||"),
            ("{{#items}}{{id}}{{^last()}}, {{/last()}}{{/items}}", "1, 9007199254740993"),
            ("{{#items}}{{#first()}}first {{/first()}}{{index()}} {{/items}}", "first 0 1 "),
            // Values around an item are found, but no list.
            ("{{#items}}{{limit}}{{#verbose}}v{{/verbose}} {{/items}}", "20v 20v "),
            ("{{#items}}{{#items}}again{{/items}}{{^items}}once {{/items}}{{/items}}", "once once "),
            ("{{#verbose}}{{#items}}{{open}} {{/items}}{{/verbose}}", "true false "),
            ("{{#items}}{{#tags}}{{#tags}}again{{/tags}}{{#items}}again{{/items}}{{.}}{{/tags}}{{/items}}", "xy"),
            // Lists and objects are JSON.
            ("{{#items}}{{tags}}{{at}} {{/items}}", "[\"x\",\"y\"]{\"city\":\"Kyoto\"} [] "),
            // A tag alone on its line leaves no line.
            (
                "a\n  {{#items}}  \n- {{open}}\n  {{/items}}\nb {{! no text }}\n{{! none }}\nc",
                "a\n- true\n- false\nb \nc"
            ),
            ("{{count}}{{!\n}} of {{limit}}", "2 of 20"),
        ] as [(String, String)]
    )
    func valuesAreInserted(template: String, text: String) throws {
        #expect(try AnswerText(template).text(of: orders) == text)
    }

    @Test func textFromOutsideIsNoTemplate() throws {
        #expect(try AnswerText("{{a}}").text(of: ["a": "{{b}} {{#c}}", "b": "no"]) == "{{b}} {{#c}}")
    }

    @Test(
        arguments: [
            ("{{> other}}", "line 1, column 1 of the template: the tag '{{>'"),
            ("a\n  {{ >other}}", "line 2, column 3"),
            ("{{<a}}{{/a}}", "inheritance"), ("{{$a}}{{/a}}", "blocks"), ("{{=<% %>=}}", "delimiters"),
            ("{{% CONTENT_TYPE:HTML}}", "pragmas"),
            ("x\n{{#a}}", "line 2, column 1 of the template: the section 'a' has no end"),
            ("{{a", "has no '}}'"), ("{{{a}}", "has no '}}}'"), ("{{/a}}", "ends no section"),
            ("{{#a}}{{/b}}", "'{{/a}}' must end"), ("{{}}", "needs one name"), ("{{a b}}", "needs one name"),
            ("{{uppercased(a)}}", "its functions are"), ("{{a..b}}", "needs one name"),
            (String(repeating: "{{#a}}", count: 17), "more than 16 deep"),
            (String(repeating: "a", count: 9_000), "bytes"),
        ] as [(String, String)]
    )
    func faultyTemplatesAreRefused(template: String, says: String) throws {
        let fault = try #require(throws: AnswerText.Fault.self) { try AnswerText(template) }
        #expect(fault.message.contains(says), "\(fault)")
        #expect(!fault.message.contains("CONTENT_TYPE:TEXT"))
    }

    @Test func theWorkHasABudget() throws {
        let items: JSONValue = ["items": .array((0..<1_000).map { ["n": .integer($0)] })]
        let nested = try AnswerText("{{#items}}{{#items}}{{#items}}{{n}}{{/items}}{{/items}}{{/items}}")
        var rendering = AnswerTextRendering(items)
        rendering.append(nested.parts)
        #expect(rendering.text.isEmpty && rendering.steps <= 3_000)
        // Inner lists of its own items: 100 to the fourth values.
        let deep = (0..<3).reduce(JSONValue.array(Array(repeating: 1, count: 100))) { inner, _ in
            .array(Array(repeating: ["a": inner], count: 100))
        }
        let levels = try AnswerText("{{#a}}{{#a}}{{#a}}{{#a}}x{{/a}}{{/a}}{{/a}}{{/a}}")
        var long = AnswerTextRendering(["a": deep])
        long.append(levels.parts)
        #expect(long.isCut && long.steps <= AnswerTextRendering.mostSteps + 100)
        let text = try AnswerText("{{#items}}{{items}}{{/items}}").text(of: items)
        #expect(text.utf8.count <= AnswerTextRendering.mostBytes + 100 && text.hasSuffix("because it is too long)"))
    }

    @Test func aCancelledCallEndsItsText() async throws {
        let items: JSONValue = ["items": .array(Array(repeating: ["n": 1], count: 10_000))]
        let template = try AnswerText("{{#items}}{{n}}{{/items}}")
        let text = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return template.text(of: items)
        }.value
        #expect(text.hasSuffix("because it is too long)") && text.utf8.count < 2_000)
    }
}
