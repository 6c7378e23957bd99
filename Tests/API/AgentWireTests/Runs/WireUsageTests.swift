import AgentWire
import StreamingJSON
import Testing

/// The tokens and the cost of an answer in all dialects.
@Suite struct WireUsageTests {
    private static func usage(_ cost: WireCost?) -> WireUsage {
        WireUsage(
            inputTokens: 100,
            outputTokens: 7,
            cachedInputTokens: 60,
            cacheWriteTokens: 30,
            longCacheWriteTokens: 10,
            reasoningTokens: 3,
            cost: cost
        )
    }

    private static func events(_ usage: WireUsage) -> [RunEvent] {
        [
            RecordedRuns.start, .roundEnded(RunRound(finishReason: .stop, usage: usage)),
            .answered(RunAnswer(text: "Hello")), .completed(usage: usage),
        ]
    }

    private static func outcome(_ events: [RunEvent]) -> RunOutcome {
        var outcome = RunOutcome()
        for event in events { outcome.apply(event) }
        return outcome
    }

    private static func message(_ events: [RunEvent]) throws -> JSONValue {
        var reply = MessagesReply()
        for event in events { reply.apply(event) }
        return try reply.jsonValue()
    }

    private static func response(_ events: [RunEvent], after waits: Int = 0) throws -> ResponseEncoder {
        let form = ResponseForm(ResponseFrames.request { _ in }, of: "run_01ab", after: waits)
        var encoder = ResponseEncoder(form, after: waits, from: nil)
        var bytes: [UInt8] = []
        encoder.encode(RecordedRuns.lines(events), into: &bytes)
        return encoder
    }

    /// A cost, its members, and the value of the header.
    @Test(arguments: [
        (WireCost(micros: 1_234_500, currency: "USD"), #"{"cost":{"amount":"1.2345","currency":"USD"}}"#, "1.2345 USD"),
        (WireCost(micros: 0, currency: "EUR"), #"{"cost":{"amount":"0.00","currency":"EUR"}}"#, "0.00 EUR"),
        (WireCost(micros: 1, currency: "USD"), #"{"cost":{"amount":"0.000001","currency":"USD"}}"#, "0.000001 USD"),
        (WireCost(micros: nil, currency: "USD"), #"{"cost":null,"unpriced":true}"#, "unpriced"),
    ])
    func eachDialectHasTheCost(cost: WireCost, members: String, header: String) throws {
        let events = Self.events(Self.usage(cost))
        let expected = try JSONValue(parsing: members)
        let native = try Self.outcome(events).reply().jsonValue["usage"]
        for (name, value) in try #require(expected.objectValue) { #expect(native?[name] == value) }
        let completion = try ChatCompletionReply(Self.outcome(events), ChatCompletionOptions()).jsonValue
        let response = try Self.response(events)
        #expect(completion["usage"]?["torii"] == expected)
        #expect(try JSONValue(parsing: response.resource)["usage"]?["torii"] == expected)
        #expect(try Self.message(events)["usage"]?["torii"] == expected)
        #expect(cost.headerValue == header && response.cost == cost)
        // A reader of the native dialect receives the same cost.
        #expect(try WireUsage(jsonValue: try #require(native)).cost?.headerValue == header)
    }

    @Test func anAnswerWithoutAKnownCostHasNoMember() throws {
        let events = Self.events(Self.usage(nil))
        #expect(
            try Self.outcome(events).reply().jsonValue["usage"]?.serialized()
                == #"{"input_tokens":100,"output_tokens":7,"total_tokens":107}"#
        )
        #expect(try Self.message(events)["usage"]?["torii"] == nil)
        #expect(try Self.response(events).cost == nil)
    }

    @Test func writtenTokensAreReported() throws {
        let events = Self.events(Self.usage(nil))
        let completion = try ChatCompletionReply(Self.outcome(events), ChatCompletionOptions()).jsonValue
        #expect(
            completion["usage"]?["prompt_tokens_details"] == ["cached_tokens": 60, "cache_write_tokens": 30]
        )
        let response = try JSONValue(parsing: Self.response(events).resource)["usage"]
        #expect(response?["input_tokens_details"] == ["cached_tokens": 60, "cache_write_tokens": 30])
        let message = try Self.message(events)["usage"]
        #expect(message?["input_tokens"] == 10 && message?["cache_read_input_tokens"] == 60)
        #expect(message?["cache_creation_input_tokens"] == 30)
        #expect(
            message?["cache_creation"] == ["ephemeral_5m_input_tokens": 20, "ephemeral_1h_input_tokens": 10]
        )
    }

    /// Each answer of a run that waits has the cost of its own rounds, and together they have that of the run.
    @Test func theCostOfAWaitingRunIsDivided() throws {
        func usage(_ micros: Int) -> WireUsage {
            WireUsage(inputTokens: micros, outputTokens: 0, cost: WireCost(micros: micros, currency: "USD"))
        }
        let first: [RunEvent] = [
            RecordedRuns.start, .roundEnded(RunRound(finishReason: .toolCalls, usage: usage(5))), .waiting,
        ]
        let second: [RunEvent] = [
            .itemAdded(RunItem(number: 2, .message)), .roundEnded(RunRound(finishReason: .stop, usage: usage(7))),
            .answered(RunAnswer(text: "Hello")), .completed(usage: usage(12)),
        ]
        #expect(try Self.response(first).cost?.micros == 5)
        #expect(try Self.response(first + second, after: 1).cost?.micros == 7)
        #expect(try Self.outcome(first + second).reply().usage.cost?.micros == 12)
    }

    /// The JSON of a count from another server, and its cost in millionths.
    @Test(arguments: [
        (#""cost":{"amount":"0.0123","currency":"USD"}"#, 12_300),
        (#""cost":{"amount":"12","currency":"USD"}"#, 12_000_000),
        (#""cost":{"amount":"-1","currency":"USD"}"#, nil), (#""cost":{"amount":"1.0000001","currency":"USD"}"#, nil),
        (#""cost":{"amount":".5","currency":"USD"}"#, nil), (#""cost":{"amount":5,"currency":"USD"}"#, nil),
        (#""cost":{"amount":"99999999999999999999","currency":"USD"}"#, nil), (#""cost":null"#, nil),
        (#""cost":1"#, nil),
        (#""cost":{"micros":-9223372036854775808,"currency":"USD"}"#, 0), (#""unpriced":3"#, nil),
    ])
    func anInvalidCostIsNone(member: String, micros: Int?) throws {
        let json = try JSONValue(parsing: #"{"input_tokens":1,"output_tokens":1,\#(member)}"#)
        #expect(try WireUsage(jsonValue: json).cost?.micros == micros)
    }
}
