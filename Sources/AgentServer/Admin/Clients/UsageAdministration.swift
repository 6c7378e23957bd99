import Accounts
import AgentWire
import Foundation
import HTTPTypes
import Storage
import StreamingJSON

/// The administration of usage: the usage of clients by client, day and model.
struct UsageAdministration: Sendable {
    let usage: AdminInterface.UsageReader
    let clients: Clients

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [AdminRoute(.usage, answer: read)]
    }

    private func read(_ call: AdminCall) async throws -> AdminReply {
        let day = "a day such as 2026-11-21"
        // The usage of a deleted client is still stored, under its whole id.
        let client = try call.query["client"].map { text in
            try IDPrefix.resolve(text, among: clients.list().map(\.id), of: "client") ?? text
        }
        let records = try await usage(
            client,
            try call.query("from", day, Self.day) ?? "0000-01-01",
            try call.query("to", day, Self.day),
            try call.integer("limit", in: 1...10_000) ?? 1000
        )
        return .json(WireList(records.map { WireUsageRow($0) }).jsonValue)
    }

    private static func day(_ text: String) -> String? {
        text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil ? text : nil
    }
}

extension WireUsageRow {
    fileprivate init(_ record: UsageRecord) {
        self.init(
            client: record.client,
            day: record.day,
            model: record.model,
            turns: record.turns,
            unsettledTurns: record.unsettledTurns,
            inputTokens: record.inputTokens,
            cachedInputTokens: record.cachedInputTokens,
            outputTokens: record.outputTokens,
            money: record.money.description,
            isUnpriced: record.isUnpriced
        )
    }
}
