import ModelTable
import Testing

@testable import ModelProviders

/// The facts in providers' lists of models.
@Suite struct ModelListPageTests {
    private func page(_ form: ModelListPage.Form, _ text: String) -> ModelListPage? {
        ModelListPage(form, Array(text.utf8))
    }

    private func anthropic(_ members: String) -> ToldModel? {
        page(.anthropic, #"{"data":[{"type":"model","id":"claude-x","# + members + "}]}")?.models.first
    }

    /// The member of OpenAI's list, the end, and whether none is planned.
    @Test(
        arguments: [
            (#","shutdown_date":"2026-12-11""#, "2026-12-11", false), (#","shutdown_date":null"#, nil, true),
            ("", nil, false), (#","shutdown_date":"soon""#, nil, false),
            (#","shutdown_date":"2026-02-30""#, nil, false),
            (#","shutdown_date":20261211"#, nil, false),
        ] as [(String, String?, Bool)]
    )
    func openAITellsTheEnd(member: String, ends: String?, hasNoEnd: Bool) throws {
        let text = #"{"object":"list","data":[{"id":"gpt-5-mini","object":"model","created":1"# + member + "}]}"
        let model = try #require(page(.openAI, text)?.models.first)
        #expect(model.name == "gpt-5-mini" && model.facts.ends == ends && model.hasNoEnd == hasNoEnd)
    }

    /// The members of Anthropic's list, the end, whether the model is retired, and whether no end is planned.
    @Test(
        arguments: [
            (#""lifecycle":"active","retires_at":null"#, nil, nil, true),
            (#""lifecycle":"active","retires_at":"2027-01-01T00:00:00Z""#, nil, nil, true),
            (#""lifecycle":"deprecated","retires_at":"2027-01-22T00:00:00Z""#, "2027-01-22", false, false),
            (#""lifecycle":"deprecated","retires_at":null"#, nil, false, false),
            (#""lifecycle":"retired","retires_at":"2026-01-05T00:00:00Z""#, "2026-01-05", true, false),
            (#""lifecycle":"new word","retires_at":"2026-01-05T00:00:00Z""#, nil, nil, false),
            (#""display_name":"X""#, nil, nil, false),
        ] as [(String, String?, Bool?, Bool)]
    )
    func anthropicTellsTheStage(members: String, ends: String?, retired: Bool?, hasNoEnd: Bool) throws {
        let model = try #require(anthropic(members))
        #expect(model.facts.ends == ends && model.facts.retired == retired && model.hasNoEnd == hasNoEnd)
    }

    @Test func anthropicTellsLimitsAndCapabilities() throws {
        let yes = #"{"supported":true}"#
        let no = #"{"supported":false}"#
        let facts = try #require(
            anthropic(
                """
                "max_input_tokens":1000000,"max_tokens":128000,"capabilities":{"image_input":\(yes),"pdf_input":\(no),\
                "structured_outputs":\(yes),"effort":{"supported":true,"max":\(yes),"low":\(yes),"high":\(no),"ultra":\(yes)},\
                "thinking":{"supported":true,"types":{"between_tools":\(yes),"adaptive":\(yes),"enabled":\(no),"new":\(yes)}}}
                """
            )
        ).facts
        var expected = ModelFacts()
        (expected.window, expected.output) = (1_000_000, 128_000)
        (expected.vision, expected.documents, expected.schemas) = (true, false, true)
        // Only known words are kept, in the order of the table.
        expected.efforts = ["low", "max"]
        expected.thinking = ["adaptive", "between_tools"]
        #expect(facts == expected)
    }

    @Test(
        arguments: [
            #""capabilities":null"#, #""capabilities":[]"#, #""capabilities":{}"#,
            #""capabilities":{"effort":"x","thinking":{"supported":1}}"#,
            #""max_tokens":-1,"max_input_tokens":0"#, #""max_tokens":1e300,"max_input_tokens":"9""#,
            #""max_tokens":9223372036854775807"#,
        ]
    )
    func whatHasAnotherFormTellsNothing(members: String) throws {
        let model = try #require(anthropic(members))
        #expect(model.facts == ModelFacts())
    }

    @Test func aModelWithoutAnAbilityHasNoWords() throws {
        let facts = try #require(
            anthropic(#""capabilities":{"effort":{"supported":false},"thinking":{"supported":false,"types":{}}}"#)
        ).facts
        #expect(facts.efforts == [] && facts.thinking == [])
    }

    @Test func geminiTellsLimits() throws {
        let text = #"{"models":[{"name":"models/gemini-4-neon","inputTokenLimit":1048576,"outputTokenLimit":65536}]}"#
        let model = try #require(page(.gemini, text)?.models.first)
        #expect(model.name == "gemini-4-neon" && model.facts.window == 1_048_576 && model.facts.output == 65_536)
        #expect(!model.hasNoEnd)
    }

    @Test func aPageNamesTheNext() {
        #expect(page(.anthropic, #"{"data":[],"has_more":true,"last_id":"b"}"#)?.next == "b")
        #expect(page(.anthropic, #"{"data":[],"has_more":false,"last_id":"b"}"#)?.next == nil)
        #expect(page(.gemini, #"{"models":[],"nextPageToken":"t"}"#)?.next == "t")
        #expect(page(.gemini, #"{"models":[],"nextPageToken":""}"#)?.next == nil)
        #expect(page(.openAI, #"{"data":[],"has_more":true,"last_id":"b"}"#)?.next == nil)
        let long = String(repeating: "a", count: 5000)
        #expect(page(.gemini, #"{"models":[],"nextPageToken":"\#(long)"}"#)?.next == nil)
    }

    @Test(arguments: ModelListPage.Form.allCases)
    func otherBytesAreNoPage(form: ModelListPage.Form) {
        let texts = [
            "", "{}", "[]", "null", #"{"data":{}}"#, #"{"models":1}"#, "<html>", String(repeating: "[", count: 100_000),
        ]
        for text in texts { #expect(page(form, text) == nil) }
    }

    @Test(arguments: [#""""#, "1", "null", #""a b""#, #""a\nb""#, #""é""#, "\"\(String(repeating: "a", count: 201))\""])
    func aNameThatIsNoneIsSkipped(name: String) {
        let models = page(.openAI, #"{"data":[{"id":\#(name)},7,{"id":"good"}]}"#)?.models
        #expect(models?.map(\.name) == ["good"])
    }

    @Test func theNumberOfModelsIsBounded() {
        let items = (0..<3000).map { #"{"id":"m\#($0)"}"# }.joined(separator: ",")
        // A part of the list would claim that the other models do not exist.
        #expect(page(.openAI, #"{"data":[\#(items)]}"#) == nil)
        let padding = String(repeating: " ", count: ModelListPage.maximumBytes)
        #expect(page(.openAI, #"{"data":[]}"# + padding) == nil)
    }

    @Test func aNameWithoutADayHasTheFactsOfTheNewestDay() {
        let names = [
            "claude-sonnet-4-5-20250929", "claude-sonnet-4-5-20251101", "claude-opus-5-5", "claude-opus-4-1-20250805",
            "claude-opus-4-1",
        ]
        let list = names.map { name in
            var facts = ModelFacts()
            facts.ends = name
            return ToldModel(name, facts)
        }
        let all = list.withUndatedNames
        #expect(all.count == 6)
        #expect(all.first { $0.name == "claude-sonnet-4-5" }?.facts.ends == "claude-sonnet-4-5-20251101")
        #expect(all.filter { $0.name == "claude-opus-4-1" }.map(\.facts.ends) == ["claude-opus-4-1"])
    }
}
