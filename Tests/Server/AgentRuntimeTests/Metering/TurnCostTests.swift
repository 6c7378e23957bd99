import Accounts
import AgentWire
import ScriptedModels
import Storage
import StreamingJSON
import Testing

@testable import AgentRuntime

/// The cost of a turn, as its client sees it and as its budget is charged.
@Suite(.timeLimit(.minutes(1))) struct TurnCostTests {
    /// Executes a turn of two rounds, and passes its outcome and the stored usage.
    private func withTurn(
        prices: PriceTable,
        _ limits: ClientLimits = ClientLimits(moneyPerDay: Money(micros: 1_000_000_000)),
        _ body: @Sendable (RunOutcome, [UsageRecord]) throws -> Void
    ) async throws {
        let model = ScriptedModel(.calls([.init("none", "{}")]), .text(["done"]))
        try await LimitedRuntime.with(model, prices: prices) { running in
            let outcome = try await running.runtime.start(ChatRequest(message: "hi"), client: .alice(limits)).outcome()
            try body(outcome, try await running.admission.usage(from: "2026-01-01"))
        }
    }

    @Test func theCostOfATurnIsTheSumOfItsRoundsAndIsCharged() async throws {
        let prices = try PriceTable(parsing: "currency EUR\nopenai:m input=0.31 output=7.7")
        try await withTurn(prices: prices) { outcome, records in
            let cost = try #require(try outcome.reply().usage.cost)
            #expect(cost.micros > 0 && cost.currency == "EUR" && !cost.isUnpriced)
            #expect(outcome.usage.cost == cost)
            #expect(records.map(\.money) == [Money(micros: cost.micros)])
            #expect(outcome.ending.map { RunEventLine.events(in: Self.line($0)) } == outcome.ending.map { [$0] })
        }
    }

    @Test func aTurnWhoseModelHasNoPriceSaysSo() async throws {
        try await withTurn(prices: .builtIn, ClientLimits()) { outcome, records in
            let usage = try outcome.reply().usage
            #expect(usage.jsonValue["cost"] == .null && usage.jsonValue["unpriced"] == true)
            #expect(records.map(\.isUnpriced) == [true] && records.map(\.money) == [.zero])
        }
    }

    private static func line(_ event: RunEvent) -> [UInt8] {
        var line: [UInt8] = []
        RunEventLine.append(event, to: &line)
        return line
    }
}
