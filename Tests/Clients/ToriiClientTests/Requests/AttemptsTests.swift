import Testing

@testable import ToriiClient

@Suite struct AttemptsTests {
    private static let down = ToriiError(.unreachable, "down")

    @Test func theWaitsDoubleUpToTheMaximum() {
        var attempts = Attempts(ReconnectPolicy(maximumAttempts: 8))
        let waits = (0..<8).map { _ in attempts.failed(Self.down, jitter: 1) }
        #expect(
            waits == [
                .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(8),
                nil,
            ]
        )
    }

    @Test func theShortestWaitIsHalfOfTheLongest() {
        var attempts = Attempts(ReconnectPolicy())
        #expect(attempts.failed(Self.down, jitter: 0) == .milliseconds(125))
    }

    @Test(arguments: [
        (ToriiError(Problem(.rateLimited, detail: ""), status: 429, retryAfter: .seconds(5)), Duration.seconds(5)),
        (ToriiError(Problem(.overloaded, detail: ""), status: 503, retryAfter: .seconds(60)), .seconds(60)),
        (ToriiError(Problem(.budgetExceeded, detail: ""), status: 429, retryAfter: .seconds(61)), nil),
        (ToriiError(Problem(.conflict, detail: ""), status: 409, retryAfter: .seconds(1)), .seconds(1)),
        (ToriiError(Problem(.conflict, detail: ""), status: 409), nil),
        (ToriiError(Problem(.internalError, detail: ""), status: 500), nil),
        (ToriiError(Problem(.invalidRequest, detail: ""), status: 400), nil),
        (ToriiError(.invalidAnswer, "of a proxy", status: 502), .milliseconds(125)),
        (ToriiError(.tls, "not trusted"), nil),
        (ToriiError(.canceled, "canceled"), nil),
    ])
    func onlyATemporaryErrorIsWaitedFor(error: ToriiError, wait: Duration?) {
        var attempts = Attempts(ReconnectPolicy())
        #expect(attempts.failed(error, jitter: 0) == wait)
    }

    @Test func theEndOfARunIsFinal() {
        var problem = Problem(.upstreamBusy, detail: "")
        problem.run = "run_1"
        var attempts = Attempts(ReconnectPolicy())
        #expect(attempts.failed(ToriiError(problem, status: 503, retryAfter: .seconds(1)), jitter: 0) == nil)
    }

    @Test func aLargeNumberOfAttemptsDoesNotOverflow() {
        var attempts = Attempts(ReconnectPolicy(maximumDelay: .seconds(1 << 40), maximumAttempts: 2000))
        for _ in 0..<1999 { #expect(attempts.failed(Self.down, jitter: 1) != nil) }
    }
}
