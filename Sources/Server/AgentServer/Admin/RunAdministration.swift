import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import Foundation
import StoredValues
import StreamingJSON

/// The administration of runs: their times and counts, never their texts.
struct RunAdministration: Sendable {
    let listings: RunListings
    let clients: Clients

    /// The greatest number of days over which ended runs are counted.
    private static let mostDays = 31.0

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.runsOfAllClients, answer: list),
            AdminRoute(.runCounts, answer: count),
            AdminRoute(.runTimeline) { call in
                let id = try call.parameter("run")
                guard var timeline = try await listings.timeline(of: id) else {
                    throw Problem(
                        .notFound,
                        detail: "there is no run '\(id.excerpt())'; it may have been deleted since"
                    )
                }
                timeline.run = named(timeline.run)
                return .json(timeline.jsonValue)
            },
        ]
    }

    private func list(_ call: AdminCall) async throws -> AdminReply {
        var query = RunListings.Query()
        let words = "one or more of " + WireRun.Status.allCases.map(\.rawValue).joined(separator: ", ")
        query.statuses = try call.query("status", words, Self.statuses) ?? []
        query.client = try call.query["client"].map { text in
            try IDPrefix.client(text, among: clients)
        }
        query.user = call.query["user"]
        query.model = call.query["model"]
        query.since = try call.date("since")
        query.until = try call.date("until")
        query.cursor = call.query["cursor"]
        query.limit = try call.integer("limit", in: 1...500) ?? query.limit
        var page = try await listings.page(query)
        page.runs = page.runs.map(named)
        return .json(page.jsonValue)
    }

    private func count(_ call: AdminCall) async throws -> AdminReply {
        let now = Date()
        let since = try call.date("since") ?? now - 86_400
        guard now.timeIntervalSince(since) <= Self.mostDays * 86_400 else {
            throw Problem(
                .invalidRequest,
                detail: "'since' in the query must be at most \(Int(Self.mostDays)) days ago"
            )
        }
        return .json(try await listings.counts(since: since).jsonValue)
    }

    private static func statuses(_ text: String) -> Set<RunStatus>? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let statuses = words.compactMap(RunStatus.init(rawValue:))
        return statuses.count == words.count ? Set(statuses) : nil
    }

    /// Returns a run with the name of its client.
    func named(_ run: WireRun) -> WireRun {
        var run = run
        run.clientName = (try? clients.client(run.client).name) ?? clients.holder(run.client)?.name
        return run
    }
}
