import AgentWire
import Foundation
import LanguageModels
import ScriptedModels
import StreamingJSON
import Testing

@testable import AgentRuntime

/// A request of no particular dialect in a session's terms.
@Suite struct TurnRequestSessionTests {
    private static func request(_ input: [InputItem]) -> TurnRequest {
        TurnRequest(dialect: .chatCompletions, input: input, conversation: .none)
    }

    private static func call(_ id: String, _ arguments: String = "{}", name: String? = nil) -> InputItem {
        .toolCall(id: id, name: name ?? "tool_\(id)", arguments: arguments)
    }

    private static func output(_ call: String, _ text: String = "done") -> InputItem {
        .toolOutput(call: call, [.text(text)])
    }

    /// Returns an entry in short form, without ids.
    private static func line(_ entry: Transcript.Entry) -> String {
        switch entry {
        case .instructions: "instructions"
        case .prompt(let prompt): "user: " + line(prompt.segments)
        case .response(let response): "assistant: " + line(response.segments)
        case .toolCalls(let calls):
            "calls: " + calls.map { "\($0.id) \($0.toolName)\($0.arguments.jsonString)" }.joined(separator: ", ")
        case .toolOutput(let output): "output: \(output.id) \(output.toolName) \(line(output.segments))"
        case .reasoning: "reasoning"
        }
    }

    private static func line(_ segments: [Transcript.Segment]) -> String {
        segments.map { segment in
            if case .attachment(let attachment) = segment { "\(attachment)" } else { segment.text }
        }
        .joined(separator: "|")
    }

    private static func line(_ beginning: TurnInput.Beginning) -> String {
        switch beginning {
        case .prompt(let prompt):
            ["Hi", InputReader.continuation].first { Prompt($0) == prompt } ?? "another prompt"
        case .outputs(let outputs):
            outputs.map { resolution in
                guard case .output(let output) = resolution else { return "no output" }
                return "\(output.id) \(output.toolName) \(line(output.segments))"
            }
            .joined(separator: ", ")
        }
    }

    // MARK: History

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var input: [InputItem]
        var history: [String] = []
        var beginning = "Hi"
        var instructions = ""
        var rounds = 0

        init(
            _ name: String,
            _ input: [InputItem],
            history: [String] = [],
            beginning: String = "Hi",
            instructions: String = "",
            rounds: Int = 0
        ) {
            testDescription = name
            (self.input, self.history, self.beginning) = (input, history, beginning)
            (self.instructions, self.rounds) = (instructions, rounds)
        }
    }

    private static let rows: [Row] = [
        Row("a message", [.text("Hi")]),
        Row(
            "instructions, wherever they stand",
            [
                .text("Be brief.", from: .developer), .text("One"), .text("Two", from: .assistant), .text("Hi"),
                .text("Be kind.", from: .developer),
            ],
            history: ["user: One", "assistant: Two"],
            instructions: "Be brief.\n\nBe kind."
        ),
        Row(
            "parts, and messages of one side",
            [
                .message(.user, [.text("One"), .text("Two")]), .text("Three"),
                .message(.assistant, [.text("Four"), .text(""), .text("Five")]), .text("", from: .assistant),
                .text("Hi"),
            ],
            history: ["user: One|Two", "user: Three", "assistant: Four|Five"]
        ),
        Row(
            "rounds of calls, outputs in another order",
            [
                .text("Find"), .text("Looking.", from: .assistant), call("a", #"{"city":"東京"}"#), call("b", ""),
                output("b", "two"), output("a", "one"), call("a", "[1]"), output("a", "three"),
                .text("Found.", from: .assistant), .text("Hi"),
            ],
            history: [
                "user: Find", "assistant: Looking.", #"calls: a tool_a{"city":"東京"}, b tool_b{}"#,
                "output: a tool_a one", "output: b tool_b two", "calls: a tool_a[1]", "output: a tool_a three",
                "assistant: Found.",
            ]
        ),
        Row(
            "arguments that are no JSON, as the model wrote them",
            [
                .text("Find"), call("a", #"{"city":"#), call("b", "{} {}"), output("a", "what?"), output("b"),
                .text("Hi"),
            ],
            history: [
                "user: Find", #"calls: a tool_a"{\"city\":", b tool_b"{} {}""#, "output: a tool_a what?",
                "output: b tool_b done",
            ]
        ),
        Row(
            "text between calls and their outputs",
            [
                .text("Find"), call("a"), .text("Wait.", from: .assistant), .text("Be brief.", from: .developer),
                output("a"), .text("Hi"),
            ],
            history: ["user: Find", "assistant: Wait.", "calls: a tool_a{}", "output: a tool_a done"],
            instructions: "Be brief."
        ),
        Row(
            "outputs at the end",
            [
                .text("Find"), call("a"), output("a"), .text("Once more.", from: .assistant), call("b"), call("c"),
                output("c", "no"), output("b", "yes"), .text("Be brief.", from: .developer),
            ],
            history: [
                "user: Find", "calls: a tool_a{}", "output: a tool_a done", "assistant: Once more.",
                "calls: b tool_b{}, c tool_c{}",
            ],
            beginning: "b tool_b yes, c tool_c no",
            instructions: "Be brief.",
            rounds: 2
        ),
        Row(
            "an answer at the end, which is continued",
            [.text("Hi"), .text("The answer is", from: .assistant)],
            history: ["user: Hi", "assistant: The answer is"],
            beginning: InputReader.continuation
        ),
        Row(
            "thoughts at the end, after outputs",
            [.text("Hi"), call("a"), output("a"), .reasoning(.init(text: "hm", seal: nil))],
            history: ["user: Hi", "calls: a tool_a{}", "output: a tool_a done", "reasoning"],
            beginning: InputReader.continuation
        ),
        Row(
            "a call without an output, before the end",
            [.text("Find"), call("a"), call("b"), output("b"), .text("Hi")],
            history: [
                "user: Find", "calls: a tool_a{}, b tool_b{}",
                "output: a tool_a No output was recorded for this call.", "output: b tool_b done",
            ]
        ),
        Row(
            "outputs without a call, before the end",
            [
                .text("Find"), output("x", "one"), call("a"), output("a"), output("a", "two"),
                .text("Found.", from: .assistant), .text("Hi"),
            ],
            history: [
                "user: Find", "user: An output of a tool whose call is not in this conversation:|one",
                "calls: a tool_a{}", "output: a tool_a done",
                "user: An output of a tool whose call is not in this conversation:|two", "assistant: Found.",
            ]
        ),
        Row(
            "one id twice",
            [.text("Find"), call("a"), call("a", "[1]"), output("a"), .text("Hi")],
            history: [
                "user: Find", "calls: a tool_a{}", "output: a tool_a No output was recorded for this call.",
                "calls: a tool_a[1]", "output: a tool_a done",
            ]
        ),
        Row(
            "half an emoji in arguments",
            [.text("Find"), call("a", #"{"a":"\ud83d"}"#), output("a"), .text("Hi")],
            history: ["user: Find", #"calls: a tool_a{"a":"�"}"#, "output: a tool_a done"]
        ),
        Row(
            "images that cannot be attached, before the end",
            [.message(.user, [.image(url: "http://example.org/a.png", detail: nil)]), .text("Hi")],
            history: ["user: [An image was here; it cannot be shown to you.]"]
        ),
        Row(
            "calls of earlier turns are not counted",
            [.text("One"), call("a"), output("a"), .text("Two"), call("a"), output("a")],
            history: ["user: One", "calls: a tool_a{}", "output: a tool_a done", "user: Two", "calls: a tool_a{}"],
            beginning: "a tool_a done",
            rounds: 1
        ),
    ]

    @Test(arguments: rows) func inputsBecomeHistories(row: Row) throws {
        let input = try Self.request(row.input).sessionInput()
        #expect(input.history.map(Self.line) == row.history)
        #expect(Self.line(input.beginning) == row.beginning)
        #expect(input.instructions == row.instructions)
        #expect(input.earlierRoundCount == row.rounds)
        #expect(input.ignored.isEmpty)
    }

    /// A resumed session has the options of its last prompt, and only of that one.
    @Test func aResumedSessionUsesTheOptionsOfTheRequest() throws {
        var request = Self.request([.text("One"), .text("Two", from: .assistant), .text("Find"), Self.call("a")])
        request.input.append(Self.output("a"))
        request.sampling.stop = ["END"]
        request.reasoningEffort = .high
        let schema = GenerationSchema(jsonSchema: ["title": "T", "type": "object", "properties": [:]])
        let prompts = try request.sessionInput(schema: schema).history.compactMap { entry in
            if case .prompt(let prompt) = entry { prompt } else { nil }
        }
        #expect(prompts.map(\.options.details.stop) == [[], ["END"]])
        #expect(prompts.map(\.contextOptions.reasoningLevel) == [nil, .deep])
        #expect(prompts.map { $0.responseFormat?.name } == [nil, "T"])
    }

    @Test func aSessionResumesFromOutputs() async throws {
        let input = try Self.request([
            .text("Find"), Self.call("a"), Self.call("b"), Self.output("b"), Self.output("a"),
        ])
        .sessionInput()
        guard case .outputs(let outputs) = input.beginning else {
            Issue.record("\(input.beginning)")
            return
        }
        // The tools are no longer offered; their calls stay.
        let model = ScriptedModel(.text(["Found."]))
        let session = LanguageModelSession(model: model, transcript: Transcript(entries: input.history))
        let turn = try await session.turn(resuming: outputs) { _ in }
        #expect(turn.response.segments.map(\.text) == ["Found."])
        #expect(
            session.transcript.map(Self.line) == [
                "user: Find", "calls: a tool_a{}, b tool_b{}", "output: a tool_a done", "output: b tool_b done",
                "assistant: Found.",
            ]
        )
    }

    // MARK: Faults

    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var input: [InputItem]
        var pointers: [String]

        init(_ name: String, _ input: [InputItem], _ pointers: [String]) {
            (testDescription, self.input, self.pointers) = (name, input, pointers)
        }
    }

    private static let faults: [Fault] = [
        Fault("nothing", [], ["#/input"]),
        Fault("instructions alone", [.text("Be brief.", from: .developer)], ["#/input"]),
        Fault("an answer alone", [.text("Hello", from: .assistant)], ["#/input"]),
        Fault("an output at the end without a call", [.text("Hi"), output("a")], ["#/input/1/tool_call_id"]),
        Fault(
            "an output of an earlier round",
            [.text("Hi"), call("a"), output("a"), call("b"), output("a")],
            ["#/input/4/tool_call_id", "#/input/3"]
        ),
        Fault("two outputs", [.text("Hi"), call("a"), output("a"), output("a")], ["#/input/3/tool_call_id"]),
        Fault("a call without an output at the end", [.text("Hi"), call("a"), call("b"), output("a")], ["#/input/2"]),
        Fault("calls at the end", [.text("Hi"), call("a"), call("b")], ["#/input/1", "#/input/2"]),
        Fault("no id and no name", [.text("Hi"), call("", name: ""), output("")], ["#/input/1/id", "#/input/1/name"]),
        Fault("no message before the calls", [call("a"), output("a")], ["#/input"]),
        Fault(
            "images where none can be",
            [
                .message(.developer, [.text("See"), .image(url: "https://example.org/a.png", detail: nil)]),
                .message(.assistant, [.image(url: "https://example.org/a.png", detail: nil)]), .text("Hi"),
            ],
            ["#/input/0/content/1", "#/input/1/content/0"]
        ),
        Fault(
            "URLs of other kinds",
            [
                .message(
                    .user,
                    ["http://example.org/a.png", "file:///etc/passwd", "/etc/passwd", "https://", "", "data:,x"]
                        .map { .image(url: $0, detail: nil) }
                )
            ],
            (0..<6).map { "#/input/0/content/\($0)" }
        ),
    ]

    @Test(arguments: faults) func faultsHaveTheirPlaces(row: Fault) {
        let problem = #expect(throws: Problem.self) { try Self.request(row.input).sessionInput() }
        #expect(problem?.kind == .invalidRequest)
        #expect(problem?.faults.map(\.pointer) == row.pointers)
        #expect(problem?.faults.allSatisfy { !$0.detail.isEmpty } == true)
    }

    @Test func placesReferToTheClientsBody() {
        let problem = #expect(throws: Problem.self) {
            try Self.request([.text("Hi"), Self.call("", "no")]).sessionInput { index in
                index.map { "#/messages/\($0 * 10)" } ?? "#/messages"
            }
        }
        #expect(problem?.faults.map(\.pointer) == ["#/messages/10/id", "#/messages/10"])
    }

    @Test func manyFaultsAreCounted() {
        let outputs = (0..<5000).map { Self.output("call_\($0)") }
        let problem = #expect(throws: Problem.self) { try Self.request([.text("Hi")] + outputs).sessionInput() }
        #expect(problem?.faults.totalCount == 5000)
        #expect(problem?.faults.count == FaultList.limit)
    }

    // MARK: Images

    /// The smallest PNG: one pixel.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    private static func image(_ type: String = "image/png", detail: String? = nil) -> InputPart {
        .image(url: "data:\(type);base64,\(png)", detail: detail)
    }

    @Test func imagesAreBytesOrReferences() throws {
        let remote = InputPart.image(url: "HTTPS://example.org/a.png", detail: "low")
        let input = try Self.request([
            .message(.user, [.text("See"), Self.image(), remote]), Self.call("a"),
            .toolOutput(call: "a", [.text("Here"), Self.image()]),
            .message(.user, [.text("Hi"), Self.image()]),
        ])
        .sessionInput()
        #expect(
            input.history.map(Self.line) == [
                "user: See|[image: image/png, 70 bytes]|[image: https URL]", "calls: a tool_a{}",
                "output: a tool_a Here|[image: image/png, 70 bytes]",
            ]
        )
        let bytes = try #require(Data(base64Encoded: Self.png))
        let prompt = try Prompt {
            "Hi"
            try Attachment(imageData: bytes)
        }
        #expect(input.beginning == .prompt(prompt))
        #expect(input.ignored == ["image_detail"])
    }

    @Test(
        arguments: [
            (ImageLimits(maximumBytes: 69), ["#/input/0/content/0", "#/input/0/content/1", "#/input/0/content/2"]),
            (ImageLimits(maximumTotalBytes: 100), ["#/input/0/content/1", "#/input/0/content/2"]),
            (ImageLimits(maximumCount: 2), ["#/input/0/content/2"]), (ImageLimits(), []),
        ]
    ) func imagesAreLimited(limits: ImageLimits, pointers: [String]) {
        let request = Self.request([
            .message(.user, [Self.image(), Self.image(), Self.image()])
        ])
        var found: [String] = []
        do { _ = try request.sessionInput(imageLimits: limits) } catch { found = error.faults.map(\.pointer) }
        #expect(found.filter { $0.hasPrefix("#/input/0") } == pointers)
    }

    @Test func anImageTypeThatContradictsTheBytesIsRefused() {
        let problem = #expect(throws: Problem.self) {
            try Self.request([.message(.user, [Self.image("image/gif")])]).sessionInput()
        }
        #expect(problem?.faults.first?.detail.contains("image/gif") == true)
    }

    // MARK: Options

    @Test func samplingBecomesOptions() {
        var request = Self.request([.text("Hi")])
        #expect(request.generationOptions == GenerationOptions())
        #expect(request.contextOptions == ContextOptions())
        request.sampling.temperature = 0.5
        request.sampling.maximumOutputTokens = 9
        request.sampling.topP = 0.9
        request.sampling.topK = 5
        request.sampling.seed = -7
        request.sampling.stop = ["END"]
        request.sampling.presencePenalty = 1
        request.sampling.frequencyPenalty = -1
        request.parallelToolCalls = false
        var expected = GenerationOptions(temperature: 0.5, maximumResponseTokens: 9)
        expected.details.topP = 0.9
        expected.details.topK = 5
        expected.details.seed = -7
        expected.details.stop = ["END"]
        expected.details.presencePenalty = 1
        expected.details.frequencyPenalty = -1
        expected.details.allowsParallelCalls = false
        #expect(request.generationOptions == expected)
    }

    @Test(
        arguments: [
            (.auto, .allowed), (.none, .disallowed), (.required, .required), (.named("a"), .named("a")),
            (.allowed(["a"], isRequired: false), .among(["a"], isRequired: false)),
            (.allowed(["a", "b"], isRequired: true), .among(["a", "b"], isRequired: true)),
        ] as [(ToolChoice, GenerationOptions.ToolChoice)]
    ) func toolChoices(choice: ToolChoice, expected: GenerationOptions.ToolChoice) {
        var request = Self.request([.text("Hi")])
        request.toolChoice = choice
        #expect(request.generationOptions.toolChoice == expected)
    }

    @Test func aCallOfNoToolCannotBeRequired() {
        var request = Self.request([.text("Hi")])
        request.toolChoice = .allowed([], isRequired: true)
        let problem = #expect(throws: Problem.self) { try request.sessionInput() }
        #expect(problem?.faults.map(\.pointer) == ["#/tool_choice"])
    }

    @Test(
        arguments: [
            (.none, .custom("none")), (.minimal, .custom("minimal")), (.low, .light), (.medium, .moderate),
            (.high, .deep), (.xhigh, .custom("xhigh")), (.max, .custom("max")),
        ] as [(ReasoningEffort, ContextOptions.ReasoningLevel)]
    ) func reasoningEfforts(effort: ReasoningEffort, level: ContextOptions.ReasoningLevel) {
        var request = Self.request([.text("Hi")])
        request.reasoningEffort = effort
        #expect(request.contextOptions.reasoningLevel == level)
    }
}
