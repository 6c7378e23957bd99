import APIDescription
import AgentWire
import Foundation
import KeyVault
import StoredValues
import StreamingJSON

/// The history of an upstream's keys: the changes of their states, and the outcomes of calls.
struct KeyHistoryAdministration: Sendable {
    let vault: KeyVault
    /// The names of the upstreams that have keys.
    let upstreams: @Sendable () -> [String]

    /// The routes below `/admin`.
    var routes: [AdminRoute] { [AdminRoute(.keyHistory, answer: read)] }

    private func read(_ call: AdminCall) async throws -> AdminReply {
        let upstream = try call.upstream(among: upstreams())
        let now = Date()
        let until = min(try call.date("until") ?? now, now)
        let since = try call.date("since") ?? until - 86_400
        // The oldest part may be deleted while the request is on its way.
        guard since < until, now.timeIntervalSince(since) <= KeyVault.historySeconds + 3600 else {
            throw Problem(
                .invalidRequest,
                detail: "'since' in the query must be before 'until', and at most "
                    + "\(Int(KeyVault.historySeconds / 86_400)) days ago, because older history is deleted"
            )
        }
        let words = "one of " + Endpoint.historySteps.map { "\($0)" }.joined(separator: ", ")
        let asked = try call.query("step", words) { text in
            Int(text).flatMap { Endpoint.historySteps.contains($0) ? $0 : nil }
        }
        let step = asked ?? (until.timeIntervalSince(since) <= 86_400 ? 5 : 60)
        let history = try await vault.history(of: upstream, in: since..<until, step: step)
        return .json(
            WireKeyHistory(
                upstream: upstream,
                since: since,
                until: until,
                stepSeconds: step * 60,
                keys: history.keys.map { WireKeyHistory.Key($0) },
                changes: history.changes.map { WireKeyHistory.Change($0) },
                outcomes: history.outcomes.map { WireKeyHistory.Outcomes($0) },
                isTruncated: history.isTruncated
            ).jsonValue
        )
    }
}

extension WireKeyHistory.Key {
    fileprivate init(_ key: UpstreamHistory.Key) {
        self.init(
            id: key.id,
            label: key.label,
            lastFour: key.lastFour,
            fingerprint: key.fingerprint,
            state: State(key.state)
        )
    }
}

extension WireKeyHistory.Key.State {
    fileprivate init(_ state: SealedSecretState) {
        self =
            switch state {
            case .active: .active
            case .retired: .retired
            case .removed: .removed
            }
    }
}

extension WireKeyHistory.Change {
    fileprivate init(_ change: KeyChangeRecord) {
        self.init(
            key: change.key,
            time: change.time,
            state: change.state.rawValue,
            cause: change.cause.rawValue,
            until: change.until
        )
    }
}

extension WireKeyHistory.Outcomes {
    fileprivate init(_ outcomes: KeyOutcomesRecord) {
        self.init(
            key: outcomes.key,
            start: Date(timeIntervalSince1970: Double(outcomes.minute) * 60),
            accepted: outcomes.accepted,
            refused: outcomes.refused,
            outOfCredit: outcomes.outOfCredit,
            limited: outcomes.limited,
            failed: outcomes.failed
        )
    }
}
