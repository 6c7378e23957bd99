import APIDescription
import Accounts
import AgentWire
import Foundation
import HTTPTypes
import StoredValues
import StreamingJSON
import ToolRecords

/// The administration of usage: the usage of clients by client, day and model.
struct UsageAdministration: Sendable {
    let usage: AdminInterface.UsageReader
    let userUsage: AdminInterface.UserUsageReader
    let sums: AdminInterface.UsageSumReader
    let clients: Clients
    /// The currency of the amounts of money; `nil` if the prices cannot be read.
    let currency: String?

    /// The greatest number of sums that a summary reads.
    static let mostSums = 500_000

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [AdminRoute(.usage, answer: read), AdminRoute(.usageSummary, answer: summarize)]
    }

    private func summarize(_ call: AdminCall) async throws -> AdminReply {
        let period = try call.query("by", "hour or day", UsageSummary.Period.init(rawValue:)) ?? .day
        let grouping = try call.query("group", "client or model", UsageGrouping.init(rawValue:)) ?? .model
        let zone = try call.query("time_zone", "an IANA time zone such as Asia/Tokyo") { TimeZone(identifier: $0) }
        let until = try call.date("until") ?? Date()
        let from = try call.date("from") ?? until - 7 * 86_400
        let days = until.timeIntervalSince(from) / 86_400
        guard days > 0, days <= Double(period.mostDays) else {
            throw Problem(
                .invalidRequest,
                detail:
                    "the time from 'from' until 'until' must be above zero, and at most \(period.mostDays) days by \(period.rawValue)"
            )
        }
        let seconds = Double(UsageRecord.slotSeconds)
        let slots =
            Int(
                (from.timeIntervalSince1970 / seconds).rounded(.down)
            )..<Int((until.timeIntervalSince1970 / seconds).rounded(.up))
        let records = try await sums(grouping, try client(in: call), slots, Self.mostSums + 1)
        guard records.count <= Self.mostSums else {
            throw Problem(
                .invalidRequest,
                detail: "the period has too much usage for one summary; ask for a shorter one"
            )
        }
        var summary = UsageSummary(by: period, grouping, in: zone ?? .gmt).summary(of: records)
        summary.currency = currency
        return .json(summary.jsonValue)
    }

    /// Returns the client in the query.
    ///
    /// The usage of a deleted client is still stored, under its whole id.
    private func client(in call: AdminCall) throws -> String? {
        try call.query["client"].map { try IDPrefix.client($0, among: clients) }
    }

    private func read(_ call: AdminCall) async throws -> AdminReply {
        let day = "a day such as 2026-11-21"
        let client = try client(in: call)
        let user = call.query["user"]
        let first = try call.query("from", day, Self.day) ?? "0000-01-01"
        let last = try call.query("to", day, Self.day)
        let limit = try call.integer("limit", in: 1...10_000) ?? 1000
        let records: [UsageRecord]
        if let user {
            guard let client else {
                throw Problem(.invalidRequest, detail: "'user' in the query needs 'client' beside it")
            }
            records = try await userUsage(Owner(client: client, user: user), first, last, limit)
        } else {
            records = try await usage(client, first, last, limit)
        }
        let rows = records.map { WireUsageRow($0, user: user, currency: currency) }
        return call.wantsTable ? .table(CSVTable(rows)) : .json(WireList(rows).jsonValue)
    }

    private static func day(_ text: String) -> String? {
        text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil ? text : nil
    }
}

extension WireUsageRow {
    fileprivate init(_ record: UsageRecord, user: String?, currency: String?) {
        self.init(
            client: record.client,
            day: record.day,
            model: record.model,
            turns: record.turns,
            unsettledTurns: record.unsettledTurns,
            inputTokens: record.inputTokens,
            cachedInputTokens: record.cachedInputTokens,
            cacheWriteTokens: record.cacheWriteTokens,
            outputTokens: record.outputTokens,
            money: record.money.description,
            currency: currency,
            isUnpriced: record.isUnpriced,
            user: user
        )
    }
}
