import Testing

@testable import ModelProviders

/// The reading of the texts with which providers refuse requests.
@Suite struct RequestObjectionTests {
    @Test(
        arguments: [
            (
                "max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you provided 32000.",
                16384, false
            ),
            (
                "max_tokens: 200000 > 128000, which is the maximum allowed number of output tokens for claude-opus-5",
                128_000, false
            ),
            (
                "Invalid 'max_output_tokens': integer above maximum value. Expected a value <= 128000, but got 200000 instead.",
                128_000, false
            ),
            ("`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens`", 8192, false),
            ("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", 8192, false),
            (
                "Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive).",
                65536, false
            ),
            (
                "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 8192 tokens and your request has 500 input tokens (32000 > 8192 - 500).",
                7692, true
            ),
            (
                "This model's maximum context length is 8192 tokens. However, you requested 32500 tokens (500 in the messages, 32000 in the completion). Please reduce the length.",
                7692, true
            ),
            (
                "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again",
                11760, true
            ),
            ("max_completion_tokens is too large", nil, false),
        ] as [(String, Int?, Bool)]
    ) func limits(text: String, limit: Int?, isRest: Bool) throws {
        let read = try #require(RequestObjection(text: text).outputLimit)
        #expect(read.limit == limit)
        #expect(read.isRest == isRest)
    }

    @Test(arguments: [
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "Invalid schema for function 'f': In context=(), object schema missing properties.",
        "prompt is too long: 5 > 4 maximum",
    ]) func otherTextsHaveNone(text: String) { #expect(RequestObjection(text: text).outputLimit == nil) }

    @Test(
        arguments: [
            ("tools[3].function.parameters", "", [[3]]),
            ("", "tools.3.custom.input_schema: JSON schema is invalid", [[3]]),
            (
                "",
                "* GenerateContentRequest.tools[0].function_declarations[2].parameters.properties[x].enum[0]: cannot be empty",
                [[0, 2]]
            ), ("", "tools[1].functionDeclarations[7]: bad", [[1, 7]]),
            ("messages[3]", "Invalid schema for function 'f'", []),
        ] as [(String, String, [[Int]])]
    ) func placesOfTools(parameter: String, text: String, places: [[Int]]) {
        #expect(RequestObjection(parameter: parameter, text: text).toolPlaces == places)
    }

    @Test func aToolIsNamedOnlyInQuotationMarks() {
        #expect(RequestObjection(text: "Invalid schema for function 'search': no").quotesTool("search"))
        #expect(!RequestObjection(text: "Invalid schema for function 'search_all': no").quotesTool("search"))
        #expect(!RequestObjection(text: "Unsupported parameter: 'search'").quotesTool("search"))
    }

    @Test(arguments: [
        "The encrypted content gAAA could not be verified.",
        "messages.1.content.0: Invalid `signature` in `thinking` block",
        "The block is bound to a different conversation.", "Corrupted thought signature.", "Invalid thought signature.",
        "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    ]) func seals(text: String) { #expect(RequestObjection(text: text).isAboutSeals) }

    @Test(
        arguments: [
            ("stream_options.include_usage", "Unknown parameter.", ["stream_options"]),
            (
                "temperature", "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 5.",
                []
            ),
            ("", "Unsupported parameter: 'temperature' is not supported with this model.", ["temperature"]),
            ("", "`temperature` and `top_p` cannot both be specified for this model.", ["temperature", "top_p"]),
            ("", "Unrecognized request argument supplied: prompt_cache_key", ["prompt_cache_key"]),
            ("", "This model does not support the effort parameter.", ["output_config.effort"]),
            ("", "Thinking budget is not supported for this model.", ["generationConfig.thinkingConfig"]),
            (
                "reasoning.summary", "Your organization must be verified to generate reasoning summaries.",
                ["reasoning.summary", "reasoning"]
            ),
            ("messages[3].content", "Unknown parameter: 'temperature' in a tool's output", []),
            ("", "The user does not support this store.", []), ("", "temperature is a lovely word", []),
        ] as [(String, String, [String])]
    ) func members(parameter: String, text: String, paths: [String]) {
        let objection = RequestObjection(parameter: parameter, text: text)
        let members = OptionalMember.all.filter {
            $0.path.first != "generationConfig" || $0.path.last == "thinkingConfig"
        }
        #expect(members.filter(objection.names).map { $0.path.joined(separator: ".") } == paths)
    }
}
