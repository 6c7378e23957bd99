import FoundationEssentials
import KeyLeasing
import KeyVault
import LanguageModels
import Testing
import Transport

@testable import ModelProviders

/// The router's class of each error, and the model that is asked next.
@Suite struct FaultClassTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var error: any Error
        var kind: FaultClass
        var testDescription: String { "\(kind): \(error)" }

        init(_ error: any Error, _ kind: FaultClass) { (self.error, self.kind) = (error, kind) }

        init(_ code: ModelProviderError.Code, _ kind: FaultClass) { self.init(ModelProviderError(code, ""), kind) }

        init(_ code: TransportError.Code, _ kind: FaultClass) { self.init(TransportError(code, ""), kind) }
    }

    static let rows: [Row] = [
        Row(ModelProviderError.Code.unauthorized, .keyRefused), Row(.outOfCredit, .outOfCredit),
        // The pool fails at once; a server that refuses a call without a key costs a call.
        Row(.noUsableKey, .noUsableKey),
        Row(ModelProviderError(.unauthorized, "").afterCallWithoutKey(to: "a.example", remedy: ""), .keyRefused),
        Row(ModelProviderError.Code.rateLimited, .rateLimited), Row(.modelNotFound, .modelNotFound),
        Row(ModelProviderError.Code.invalidRequest, .invalidRequest), Row(.contextExceeded, .contextExceeded),
        Row(.outputLimit, .outputLimit), Row(.upstreamFault, .upstreamFault), Row(.timedOut, .timedOut),
        Row(.truncatedStream, .unusableAnswer), Row(.notUnderstood, .unusableAnswer),
        Row(.noInterface, .misconfigured), Row(.filtered, .filtered), Row(.refused, .refused),
        Row(LanguageModelError.rateLimited(.init(debugDescription: "")), .rateLimited),
        Row(LanguageModelError.contextSizeExceeded(.init(debugDescription: "")), .contextExceeded),
        Row(LanguageModelError.timeout(.init(debugDescription: "")), .timedOut),
        Row(LanguageModelError.guardrailViolation(.init(debugDescription: "")), .filtered),
        Row(
            LanguageModelError.unsupportedCapability(.init(capability: .toolCalling, debugDescription: "")),
            .unsupported
        ),
        Row(TransportError.Code.resolve, .unreachable), Row(.connect, .unreachable), Row(.tls, .unreachable),
        Row(.circuitOpen, .unreachable), Row(.send, .unreachable), Row(.firstByte, .unreachable),
        Row(.timeout(.connect), .unreachable), Row(.timeout(.queue), .unreachable),
        Row(.timeout(.firstByte), .timedOut), Row(.timeout(.idle), .timedOut), Row(.timeout(.total), .timedOut),
        Row(.body, .unusableAnswer), Row(.limit, .unusableAnswer), Row(.policy, .misconfigured),
        Row(TransportError.Code.invalidRequest, .misconfigured), Row(.cancelled, .cancelled),
        Row(KeyVaultError(.sealBroken, ""), .misconfigured), Row(CancellationError(), .cancelled),
        Row(LanguageModelSession.TurnError.tooManyToolRounds(limit: 1), .other),
    ]

    @Test(arguments: rows) func everyErrorHasAClass(row: Row) {
        #expect(FaultClass(of: row.error) == row.kind)
    }

    @Test func clientsCauseTheFaultsThatRepeat() {
        #expect(
            FaultClass.allCases.filter(\.isClients)
                == [.contextExceeded, .unsupported, .invalidRequest, .outputLimit, .refused, .filtered]
        )
    }

    /// A session shows a filter and a policy under the names that it has for them.
    @Test(arguments: [
        (ModelProviderError.Code.filtered, FaultClass.filtered), (.refused, .refused), (.timedOut, .timedOut),
        (.contextExceeded, .contextExceeded), (.rateLimited, .rateLimited),
    ]) func sessionsHaveNamesOfTheirOwn(code: ModelProviderError.Code, kind: FaultClass) {
        let error = ModelProviderError(code, "A sentence.").forSession(now: .now)
        #expect(error is LanguageModelError)
        #expect(FaultClass(of: error) == kind)
        #expect("\(error)" == "A sentence.")
    }

    @Test(arguments: [
        (
            FaultClass.Move.toNext,
            [
                FaultClass.keyRefused, .outOfCredit, .noUsableKey, .rateLimited, .upstreamFault, .timedOut,
                .unreachable, .unusableAnswer, .modelNotFound, .misconfigured, .unsupported,
            ]
        ), (.toLarger, [.contextExceeded]),
        (.stay, [.invalidRequest, .outputLimit, .refused, .filtered, .cancelled, .other]),
    ])
    func whoIsAskedNext(move: FaultClass.Move, kinds: [FaultClass]) {
        #expect(FaultClass.allCases.filter { $0.move == move } == kinds)
    }

    @Test func thePropertiesOfAnErrorAreKept() {
        let now = Date(timeIntervalSince1970: 1_000_000)
        let limit = LanguageModelError.rateLimited(.init(resetDate: now + 7, debugDescription: ""))
        #expect(ClassifiedFault(limit, now: now) == ClassifiedFault(.rateLimited, retryAfter: .seconds(7)))
        let excess = LanguageModelError.contextSizeExceeded(
            .init(contextSize: 4096, tokenCount: 5000, debugDescription: "")
        )
        #expect(
            ClassifiedFault(excess, now: now) == ClassifiedFault(.contextExceeded, tokenCount: 5000, contextSize: 4096)
        )
        let fault = ModelProviderError(.upstreamFault, "", retryAfter: .seconds(3))
        #expect(ClassifiedFault(fault, now: now) == ClassifiedFault(.upstreamFault, retryAfter: .seconds(3)))
    }
}

/// The rest of a model after its calls failed.
@Suite struct MemberHealthTests {
    private static let start = ContinuousClock.now

    /// The rests after faults, each of which follows as soon as the earlier rest is over.
    private func rests(_ faults: [ClassifiedFault]) -> [Duration] {
        var health = MemberHealth()
        var now = Self.start
        return faults.map { fault in
            health.failed(fault, at: now)
            var rest = Duration.zero
            while health.isResting(at: now + rest) { rest += .milliseconds(500) }
            now += rest
            return rest
        }
    }

    @Test func faultsOfAnUpstreamDoubleTheRestUpToAMinute() {
        #expect(
            rests(Array(repeating: ClassifiedFault(.upstreamFault), count: 7))
                == [2, 4, 8, 16, 32, 60, 60].map { .seconds($0) }
        )
    }

    @Test(arguments: [
        (FaultClass.rateLimited, 10), (.keyRefused, 10), (.outOfCredit, 10), (.modelNotFound, 60),
        (.misconfigured, 60), (.noUsableKey, 0), (.contextExceeded, 0), (.invalidRequest, 0), (.refused, 0),
        (.cancelled, 0), (.other, 0), (.unreachable, 2), (.timedOut, 2), (.unusableAnswer, 2),
    ])
    func theFirstRestDependsOnTheFault(kind: FaultClass, seconds: Int) {
        #expect(rests([ClassifiedFault(kind)]) == [.seconds(seconds)])
    }

    @Test func theProvidersWordCountsWithinAnHour() {
        #expect(rests([ClassifiedFault(.rateLimited, retryAfter: .seconds(3))]) == [.seconds(3)])
        #expect(rests([ClassifiedFault(.upstreamFault, retryAfter: .seconds(20))]) == [.seconds(20)])
        #expect(rests([ClassifiedFault(.rateLimited, retryAfter: .seconds(86_400))]) == [.seconds(3600)])
    }

    @Test func aSuccessMakesItWell() {
        var health = MemberHealth()
        health.failed(ClassifiedFault(.upstreamFault), at: Self.start)
        health.succeeded()
        #expect(!health.isResting(at: Self.start))
        health.failed(ClassifiedFault(.upstreamFault), at: Self.start)
        #expect(!health.isResting(at: Self.start + .seconds(2)))
    }

    @Test func aShorterRestDoesNotCutALongerOneShort() {
        var health = MemberHealth()
        health.failed(ClassifiedFault(.rateLimited, retryAfter: .seconds(100)), at: Self.start)
        health.failed(ClassifiedFault(.upstreamFault), at: Self.start)
        #expect(health.isResting(at: Self.start + .seconds(99)))
    }
}

/// The order in which models are asked.
@Suite struct RoutingOrderTests {
    struct Row: Sendable {
        var weights: [Int?]
        var resting: [Bool]
        var draw: UInt64 = 0
        var order: [Int]
    }

    @Test(arguments: [
        Row(weights: [nil, nil, nil], resting: [false, false, false], draw: 7, order: [0, 1, 2]),
        Row(weights: [nil, nil, nil], resting: [true, false, false], order: [1, 2, 0]),
        Row(weights: [nil, nil, nil], resting: [true, true, true], order: [0, 1, 2]),
        Row(weights: [3, 1, nil], resting: [false, false, false], draw: 0, order: [0, 1, 2]),
        Row(weights: [3, 1, nil], resting: [false, false, false], draw: 2, order: [0, 1, 2]),
        Row(weights: [3, 1, nil], resting: [false, false, false], draw: 3, order: [1, 0, 2]),
        Row(weights: [3, 1, nil], resting: [false, true, false], draw: 3, order: [0, 2, 1]),
        Row(weights: [3, 1, nil], resting: [true, true, false], draw: 3, order: [2, 0, 1]),
        Row(weights: [0, 0], resting: [false, false], draw: 5, order: [0, 1]),
        Row(weights: [1], resting: [false], draw: .max, order: [0]),
    ])
    func table(row: Row) {
        #expect(RoutingOrder(weights: row.weights, isResting: row.resting).indices(draw: row.draw) == row.order)
    }

    private func request(_ prompts: [String]) -> LanguageModelExecutorGenerationRequest {
        .init(
            transcript: Transcript(
                entries: prompts.map { .prompt(.init(id: $0, segments: [.text(.init(content: "Well?"))])) }
            )
        )
    }

    @Test func aConversationStaysWithItsModel() {
        #expect(RoutingOrder.draw(for: request(["a"])) == RoutingOrder.draw(for: request(["a", "b", "c"])))
        #expect(RoutingOrder.draw(for: request(["a"])) != RoutingOrder.draw(for: request(["b"])))
    }

    @Test func weightsAreSharesOfTheConversations() {
        let order = RoutingOrder(weights: [3, 1], isResting: [false, false])
        let first = (0..<4000).filter { order.indices(draw: RoutingOrder.draw(for: request(["prompt-\($0)"])))[0] == 0 }
        #expect((2850...3150).contains(first.count))
    }
}
