import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

/// The treatment of a request's parameters by each wire format.
@Suite struct ParameterTests {
    private static func options(_ change: (inout GenerationOptions) -> Void) -> GenerationOptions {
        var options = GenerationOptions()
        change(&options)
        return options
    }

    /// All parameters that concern the choice of tokens.
    private static let sampling = options {
        $0.temperature = 0.5
        $0.maximumResponseTokens = 9
        $0.details.topP = 0.9
        $0.details.topK = 5
        $0.details.seed = 7
        $0.details.presencePenalty = 0.25
        $0.details.frequencyPenalty = -0.5
    }

    struct SamplingRow: Sendable, CustomTestStringConvertible {
        var wire: Wire
        var sent: JSONObject
        var ignored: [String]
        var testDescription: String { wire.testDescription }
    }

    @Test(arguments: [
        SamplingRow(
            wire: .openAI,
            sent: [
                "temperature": 0.5, "max_completion_tokens": 9, "top_p": 0.9, "seed": 7, "presence_penalty": 0.25,
                "frequency_penalty": -0.5,
            ],
            ignored: ["top_k"]
        ),
        SamplingRow(
            wire: .compatible,
            sent: [
                "temperature": 0.5, "max_tokens": 9, "top_p": 0.9, "top_k": 5, "seed": 7, "presence_penalty": 0.25,
                "frequency_penalty": -0.5,
            ],
            ignored: []
        ),
        SamplingRow(
            wire: .responses,
            sent: ["temperature": 0.5, "max_output_tokens": 9, "top_p": 0.9],
            ignored: ["top_k", "seed", "presence_penalty", "frequency_penalty"]
        ),
        SamplingRow(
            wire: .olderClaude,
            sent: ["temperature": 0.5, "max_tokens": 9, "top_p": 0.9, "top_k": 5],
            ignored: ["seed", "presence_penalty", "frequency_penalty"]
        ),
        SamplingRow(
            wire: .anthropic("claude-sonnet-4-5"),
            sent: ["temperature": 0.5, "max_tokens": 9, "top_k": 5],
            ignored: ["top_p", "seed", "presence_penalty", "frequency_penalty"]
        ),
        SamplingRow(
            wire: .newestClaude,
            sent: ["max_tokens": 9, "thinking": thinksByDefault],
            ignored: ["temperature", "top_p", "top_k", "seed", "presence_penalty", "frequency_penalty"]
        ),
        SamplingRow(
            wire: .gemini("gemini-2.0-flash"),
            sent: [
                "generationConfig": ["temperature": 0.5, "maxOutputTokens": 9, "topP": 0.9, "topK": 5, "seed": 7]
            ],
            ignored: ["presence_penalty", "frequency_penalty"]
        ),
        SamplingRow(
            wire: .gemini("gemini-3.8-flash"),
            sent: [
                "generationConfig": [
                    "maxOutputTokens": 9, "seed": 7, "thinkingConfig": ["includeThoughts": true],
                ]
            ],
            ignored: ["temperature", "top_p", "top_k", "presence_penalty", "frequency_penalty"]
        ),
        SamplingRow(
            wire: .ollama("llama3.2"),
            sent: [
                "options": [
                    "temperature": 0.5, "num_predict": 9, "top_p": 0.9, "top_k": 5, "seed": 7,
                    "presence_penalty": 0.25, "frequency_penalty": -0.5,
                ]
            ],
            ignored: []
        ),
    ]) func samplingIsSentOrNamed(row: SamplingRow) throws {
        #expect(try row.wire.members(Self.sampling) == row.sent)
        #expect(row.wire.ignored(Self.sampling) == row.ignored)
        #expect(row.wire.ignored(GenerationOptions()).isEmpty)
    }

    /// The individual parameters override the sampling mode, which is Apple's form of the same settings.
    @Test func individualParametersOverrideTheMode() throws {
        var options = GenerationOptions(samplingMode: .random(top: 3, seed: 1))
        #expect(try Wire.compatible.members(options) == ["top_k": 3, "seed": 1])
        options.details.topK = 4
        options.details.seed = -2
        options.details.topP = 0.5
        #expect(try Wire.compatible.members(options) == ["top_k": 4, "seed": -2, "top_p": 0.5])
        let config: JSONValue = ["topK": 4, "seed": -2, "topP": 0.5]
        #expect(try Wire.gemini("gemini-2.0-flash").members(options) == ["generationConfig": config])
    }

    @Test func aTemperatureAboveTheRangeIsTheHighest() throws {
        let options = GenerationOptions(temperature: 1.5)
        #expect(try Wire.olderClaude.members(options)["temperature"] == 1)
        #expect(Wire.olderClaude.emulated(options) == ["temperature"])
        #expect(try Wire.openAI.members(options)["temperature"] == 1.5)
        #expect(Wire.openAI.emulated(options).isEmpty)
    }

    // MARK: Stop sequences

    @Test(
        arguments: [
            (.openAI, ["stop": ["END", "\n"]]), (.compatible, ["stop": ["END", "\n"]]),
            (.gemini("gemini-2.0-flash"), ["generationConfig": ["stopSequences": ["END", "\n"]]]),
            (.ollama("llama3.2"), ["options": ["stop": ["END", "\n"]]]),
        ] as [(Wire, JSONObject)]
    ) func stopSequencesAreSent(wire: Wire, sent: JSONObject) throws {
        #expect(try wire.members(Self.options { $0.details.stop = ["END", "\n"] }) == sent)
    }

    @Test func stopSequencesOfTheMessagesInterface() throws {
        let options = Self.options { $0.details.stop = ["END"] }
        #expect(try Wire.newestClaude.members(options)["stop_sequences"] == ["END"])
        #expect(try Wire.olderClaude.members(options, .deep)["stop_sequences"] == ["END"])
    }

    @Test(
        arguments: [
            (.responses, ["END"]), (.olderClaude, ["END", "\n\n"]), (.openAI, ["1", "2", "3", "4", "5"]),
            (.gemini("gemini-2.5-flash"), ["1", "2", "3", "4", "5", "6"]),
        ] as [(Wire, [String])]
    ) func unsupportedStopSequencesAreRefused(wire: Wire, stop: [String]) {
        let options = Self.options { $0.details.stop = stop }
        Self.expectRefusal(of: "stop") { try wire.members(options) }
        #expect(wire.ignored(options).isEmpty)
    }

    private static func expectRefusal(of parameter: String, _ body: () throws -> JSONObject) {
        let error = #expect(throws: LanguageModelError.self) { try body() }
        guard case .unsupportedCapability(let payload)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(payload.metadata["parameter"] as? String == parameter)
        #expect(payload.debugDescription.hasSuffix("."))
    }

    // MARK: Tools

    struct ChoiceRow: Sendable, CustomTestStringConvertible {
        var wire: Wire
        var choice: GenerationOptions.ToolChoice
        var sent: JSONObject
        var emulated = false
        var testDescription: String { "\(wire.testDescription) \(choice)" }
    }

    private static let haiku = Wire.anthropic("claude-haiku-5-5")
    private static let gemini = Wire.gemini("gemini-2.0-flash")
    private static let ollama = Wire.ollama("llama3.2")

    private static func calling(_ config: JSONValue) -> JSONValue { ["functionCallingConfig": config] }

    private static let choices: [ChoiceRow] = [
        .init(
            wire: .openAI,
            choice: .named("b"),
            sent: ["tools": ["a", "b", "c"], "tool_choice": ["type": "function", "function": ["name": "b"]]]
        ),
        .init(
            wire: .openAI,
            choice: .among(["c", "a", "x"], isRequired: false),
            sent: [
                "tools": ["a", "b", "c"],
                "tool_choice": [
                    "type": "allowed_tools",
                    "allowed_tools": [
                        "mode": "auto",
                        "tools": [
                            ["type": "function", "function": ["name": "a"]],
                            ["type": "function", "function": ["name": "c"]],
                        ],
                    ],
                ],
            ]
        ),
        .init(
            wire: .openAI,
            choice: .among(["x"], isRequired: false),
            sent: ["tools": ["a", "b", "c"], "tool_choice": "none"]
        ),
        .init(
            wire: .compatible,
            choice: .named("b"),
            sent: ["tools": ["b"], "tool_choice": "required"],
            emulated: true
        ),
        .init(wire: .compatible, choice: .required, sent: ["tools": ["a", "b", "c"], "tool_choice": "required"]),
        .init(wire: .compatible, choice: .disallowed, sent: ["tools": ["a", "b", "c"], "tool_choice": "none"]),
        .init(
            wire: .compatible,
            choice: .among(["a", "c"], isRequired: false),
            sent: ["tools": ["a", "c"]],
            emulated: true
        ),
        .init(
            wire: .compatible,
            choice: .among(["a", "c"], isRequired: true),
            sent: ["tools": ["a", "c"], "tool_choice": "required"],
            emulated: true
        ),
        .init(wire: .compatible, choice: .among([], isRequired: false), sent: [:], emulated: true),
        .init(
            wire: .responses,
            choice: .named("b"),
            sent: ["tools": ["a", "b", "c"], "tool_choice": ["type": "function", "name": "b"]]
        ),
        .init(
            wire: .responses,
            choice: .among(["a", "c"], isRequired: true),
            sent: [
                "tools": ["a", "b", "c"],
                "tool_choice": [
                    "type": "allowed_tools", "mode": "required",
                    "tools": [["type": "function", "name": "a"], ["type": "function", "name": "c"]],
                ],
            ]
        ),
        .init(
            wire: haiku,
            choice: .named("b"),
            sent: [
                "tools": ["a", "b", "c"], "tool_choice": ["type": "tool", "name": "b"], "max_tokens": 64_000,
                "thinking": thinksByDefault,
            ]
        ),
        .init(
            wire: haiku,
            choice: .among(["a", "c"], isRequired: true),
            sent: [
                "tools": ["a", "c"], "tool_choice": ["type": "any"], "max_tokens": 64_000, "thinking": thinksByDefault,
            ],
            emulated: true
        ),
        .init(
            wire: .newestClaude,
            choice: .among(["a", "c"], isRequired: false),
            sent: ["tools": ["a", "c"], "max_tokens": 64_000, "thinking": thinksByDefault],
            emulated: true
        ),
        .init(
            wire: gemini,
            choice: .named("b"),
            sent: ["tools": ["a", "b", "c"], "toolConfig": calling(["mode": "ANY", "allowedFunctionNames": ["b"]])]
        ),
        .init(
            wire: gemini,
            choice: .among(["c", "a"], isRequired: true),
            sent: [
                "tools": ["a", "b", "c"], "toolConfig": calling(["mode": "ANY", "allowedFunctionNames": ["a", "c"]]),
            ]
        ),
        .init(
            wire: gemini,
            choice: .among(["a", "c"], isRequired: false),
            sent: [
                "tools": ["a", "b", "c"],
                "toolConfig": calling(["mode": "VALIDATED", "allowedFunctionNames": ["a", "c"]]),
            ]
        ),
        .init(
            wire: gemini,
            choice: .among(["x"], isRequired: false),
            sent: ["tools": ["a", "b", "c"], "toolConfig": calling(["mode": "NONE"])]
        ),
        .init(
            wire: ollama,
            choice: .among(["a", "c"], isRequired: false),
            sent: ["tools": ["a", "c"]],
            emulated: true
        ),
        .init(wire: ollama, choice: .disallowed, sent: [:], emulated: true),
    ]

    @Test(arguments: choices) func toolChoices(row: ChoiceRow) throws {
        let options = Self.options { $0.toolChoice = row.choice }
        #expect(try row.wire.members(options, tools: ["a", "b", "c"]) == row.sent)
        #expect(row.wire.emulated(options) == (row.emulated ? ["tool_choice"] : []))
        #expect(row.wire.ignored(options).isEmpty)
    }

    @Test(
        arguments: [Wire.newestClaude, ollama],
        [
            (.required, ["a", "b"]), (.named("a"), ["a"]), (.among(["b"], isRequired: true), ["b"]),
        ] as [(GenerationOptions.ToolChoice, [String])]
    ) func aCallThatCannotBeForcedIsAskedFor(
        wire: Wire,
        row: (choice: GenerationOptions.ToolChoice, offered: [String])
    ) throws {
        let options = Self.options { $0.toolChoice = row.choice }
        let members = try wire.members(options, tools: ["a", "b"])
        #expect(members["tools"]?.arrayValue?.compactMap(\.stringValue) == row.offered)
        #expect(members["tool_choice"] == nil)
        #expect(wire.emulated(options) == ["tool_choice"])
    }

    @Test(
        arguments: [
            (.openAI, ["tools": ["a"], "parallel_tool_calls": false], []),
            (.compatible, ["tools": ["a"], "parallel_tool_calls": false], []),
            (.responses, ["tools": ["a"], "parallel_tool_calls": false], []),
            (
                .newestClaude,
                [
                    "tools": ["a"], "tool_choice": ["type": "auto", "disable_parallel_tool_use": true],
                    "max_tokens": 64_000, "thinking": thinksByDefault,
                ], []
            ),
            (gemini, ["tools": ["a"]], ["parallel_tool_calls"]), (ollama, ["tools": ["a"]], ["parallel_tool_calls"]),
        ] as [(Wire, JSONObject, [String])]
    ) func oneCallAtATime(wire: Wire, sent: JSONObject, ignored: [String]) throws {
        var options = Self.options { $0.details.allowsParallelCalls = false }
        #expect(try wire.members(options, tools: ["a"]) == sent)
        #expect(wire.ignored(options) == ignored)
        // Without tools the setting has no effect.
        let without = try wire.members(options)
        #expect(without["parallel_tool_calls"] == nil && without["tool_choice"] == nil)
        options.details.allowsParallelCalls = true
        #expect(wire.ignored(options).isEmpty)
        #expect(try wire.members(options, tools: ["a"])["tool_choice"] == nil)
    }

    @Test func oneForcedCall() throws {
        let options = Self.options {
            $0.toolChoice = .named("a")
            $0.details.allowsParallelCalls = false
        }
        #expect(
            try Self.haiku.members(options, tools: ["a"])["tool_choice"]
                == ["type": "tool", "name": "a", "disable_parallel_tool_use": true]
        )
    }

    // MARK: Reasoning

    struct EffortRow: Sendable, CustomTestStringConvertible {
        var wire: Wire
        var word: String
        var sent: JSONObject
        var ignored = false
        var emulated = false
        var testDescription: String { "\(wire.testDescription) \(word)" }
    }

    /// The setting for a model that thinks without being asked.
    private static let thinksByDefault: JSONValue = ["type": "adaptive", "display": "summarized"]

    private static func effort(_ word: JSONValue) -> JSONObject {
        [
            "max_tokens": 64_000, "thinking": thinksByDefault,
            "output_config": ["effort": word],
        ]
    }

    private static func thinking(_ config: JSONValue) -> JSONObject { ["generationConfig": ["thinkingConfig": config]] }

    private static let efforts: [EffortRow] = [
        .init(wire: .openAI, word: "none", sent: ["reasoning_effort": "none"]),
        .init(wire: .openAI, word: "xhigh", sent: ["reasoning_effort": "xhigh"]),
        .init(wire: .responses, word: "minimal", sent: ["reasoning": ["effort": "minimal", "summary": "auto"]]),
        .init(wire: .newestClaude, word: "none", sent: effort("low"), emulated: true),
        .init(
            wire: .anthropic("claude-sonnet-5-5"),
            word: "none",
            sent: ["max_tokens": 64_000, "thinking": ["type": "between_tools"], "output_config": ["effort": "low"]],
            emulated: true
        ),
        .init(wire: haiku, word: "none", sent: ["max_tokens": 64_000, "thinking": ["type": "disabled"]]),
        .init(wire: .anthropic("claude-opus-4-8"), word: "none", sent: ["max_tokens": 64_000]),
        .init(wire: .anthropic("claude-opus-4-6"), word: "max", sent: effort("max")),
        .init(
            wire: .anthropic("claude-opus-4-5"),
            word: "max",
            sent: [
                "max_tokens": 64_000, "thinking": ["type": "enabled", "budget_tokens": 16_384],
                "output_config": ["effort": "high"],
            ],
            emulated: true
        ),
        .init(
            wire: .newestClaude,
            word: "lots",
            sent: ["max_tokens": 64_000, "thinking": thinksByDefault],
            ignored: true
        ),
        .init(wire: .newestClaude, word: "minimal", sent: effort("low"), emulated: true),
        .init(wire: .newestClaude, word: "xhigh", sent: effort("xhigh")),
        .init(wire: .newestClaude, word: "max", sent: effort("max")),
        .init(wire: .anthropic("claude-opus-4-6"), word: "xhigh", sent: effort("high"), emulated: true),
        .init(
            wire: .olderClaude,
            word: "minimal",
            sent: ["max_tokens": 64_000, "thinking": ["type": "enabled", "budget_tokens": 1024]],
            emulated: true
        ),
        .init(wire: .olderClaude, word: "none", sent: ["max_tokens": 64_000]),
        .init(wire: .anthropic("claude-3-haiku-20240307"), word: "xhigh", sent: ["max_tokens": 4096], ignored: true),
        .init(
            wire: .gemini("gemini-2.5-flash"),
            word: "none",
            sent: thinking(["includeThoughts": false, "thinkingBudget": 0])
        ),
        .init(
            wire: .gemini("gemini-2.5-pro"),
            word: "none",
            sent: thinking(["includeThoughts": false, "thinkingBudget": 128]),
            emulated: true
        ),
        .init(
            wire: .gemini("gemini-2.5-flash"),
            word: "xhigh",
            sent: thinking(["includeThoughts": true, "thinkingBudget": 24_576]),
            emulated: true
        ),
        .init(
            wire: .gemini("gemini-3-flash"),
            word: "minimal",
            sent: thinking(["includeThoughts": true, "thinkingLevel": "minimal"])
        ),
        .init(
            wire: .gemini("gemini-3.1-pro-preview"),
            word: "none",
            sent: thinking(["includeThoughts": false, "thinkingLevel": "low"]),
            emulated: true
        ),
        .init(wire: .gemini("gemini-2.0-flash"), word: "minimal", sent: [:], ignored: true),
        .init(wire: .gemini("gemini-2.0-flash"), word: "none", sent: [:]),
        .init(wire: .ollama("qwen3:4b"), word: "none", sent: ["think": false]),
        .init(wire: .ollama("qwen3:4b"), word: "xhigh", sent: ["think": "max"], emulated: true),
        .init(wire: .ollama("gpt-oss"), word: "xhigh", sent: ["think": "high"], emulated: true),
        .init(wire: .ollama("gpt-oss"), word: "none", sent: ["think": "low"], emulated: true),
        .init(wire: .ollama("llama3.2"), word: "minimal", sent: [:], ignored: true),
    ]

    @Test(arguments: efforts) func reasoningEffort(row: EffortRow) throws {
        let level = ContextOptions.ReasoningLevel.custom(row.word)
        #expect(try row.wire.members(GenerationOptions(), level) == row.sent)
        #expect(row.wire.ignored(GenerationOptions(), level) == (row.ignored ? ["reasoning_effort"] : []))
        #expect(row.wire.emulated(GenerationOptions(), level) == (row.emulated ? ["reasoning_effort"] : []))
    }

    struct ThoughtLimitRow: Sendable {
        var level: ContextOptions.ReasoningLevel
        var limit: Int
        var budget: Int?
        var isEmulated = false
    }

    /// The caller's limit includes thoughts and answer, so the thoughts may have at most half of it.
    @Test(arguments: [
        ThoughtLimitRow(level: .moderate, limit: 500),
        ThoughtLimitRow(level: .light, limit: 2047),
        ThoughtLimitRow(level: .light, limit: 2048, budget: 1024),
        ThoughtLimitRow(level: .moderate, limit: 2048, budget: 1024, isEmulated: true),
        ThoughtLimitRow(level: .moderate, limit: 8191, budget: 4095, isEmulated: true),
        ThoughtLimitRow(level: .moderate, limit: 8192, budget: 4096),
        ThoughtLimitRow(level: .deep, limit: 64_000, budget: 16_384),
        ThoughtLimitRow(level: .custom("2000"), limit: 3000, budget: 1500, isEmulated: true),
    ])
    func thoughtsWithinALimit(row: ThoughtLimitRow) throws {
        let options = GenerationOptions(temperature: 0.5, maximumResponseTokens: row.limit)
        let body = try Wire.olderClaude.members(options, row.level)
        #expect(body["max_tokens"] == .integer(row.limit))
        #expect(body["thinking"]?["budget_tokens"]?.intValue == row.budget)
        #expect((body["temperature"] == nil) == (row.budget != nil))
        #expect(
            Wire.olderClaude.ignored(options, row.level) == [row.budget == nil ? "reasoning_effort" : "temperature"]
        )
        #expect(Wire.olderClaude.emulated(options, row.level) == (row.isEmulated ? ["reasoning_effort"] : []))
    }

    /// A model that thinks accepts neither sampling parameters nor a forced call.
    @Test func parametersThatExcludeEachOther() throws {
        let warm = GenerationOptions(temperature: 0.5)
        #expect(Wire.olderClaude.ignored(warm, .deep) == ["temperature"])
        #expect(try Wire.olderClaude.members(warm, .deep)["temperature"] == nil)
        let forced = Self.options { $0.toolChoice = .required }
        #expect(Wire.olderClaude.ignored(forced, .deep) == ["reasoning_effort"])
        #expect(try Wire.olderClaude.members(forced, .deep, tools: ["a"])["thinking"] == nil)
        #expect(Self.haiku.ignored(forced, .deep).isEmpty)
        #expect(try Self.haiku.members(forced, .deep, tools: ["a"])["output_config"] == ["effort": "high"])
    }
}
