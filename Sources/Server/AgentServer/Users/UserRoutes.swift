import APIDescription
import Accounts
import AgentWire
import HTTPTypes
import Hummingbird
import StoredValues
import ToolRecords

/// The description of a user for itself: `/v1/users/self`.
struct UserRoutes {
    let clients: Clients
    let admission: Admission

    /// The routes.
    var routes: [Route] { [Route(.ownUser) { _, context in try await describe(try context.requireClient()) }] }

    private func describe(_ sender: Principal) async throws -> Response {
        guard sender.owner.user != nil else {
            throw Problem(
                .notFound,
                detail:
                    "the request is sent for the client itself, not for a user of it; send the field 'Torii-User' with the user's id"
            )
        }
        let user = try await clients.user(sender.owner)
        let answer = WireOwnUser(
            user: .init(
                id: user.owner.user ?? "",
                kind: .init(user.kind),
                plan: sender.plan?.name ?? UserPlan.standard,
                organization: sender.organization,
                createdAt: user.createdAt,
                identities: try await clients.identities(of: user.owner).map {
                    .init(issuer: $0.identity.issuer, linkedAt: $0.createdAt)
                }
            ),
            limits: try await WireSession.Limit.list(of: sender, admission),
            appliedLimits: sender.plan.map { WireAppliedLimits($0, hasMoney: false) } ?? WireAppliedLimits()
        )
        return .json(answer.jsonValue, headers: [.cacheControl: "no-store"])
    }
}

extension WireSession.Limit {
    /// Returns the limits of the sender of a request, without those of money.
    static func list(of sender: Principal, _ admission: Admission) async throws -> [WireSession.Limit] {
        let limits = try await sender.ownShare.limits == .none ? [] : admission.limitStatuses(of: sender)
        return limits.filter { !$0.name.isMoney }.map {
            .init(name: $0.name.rawValue, quota: $0.quota, remaining: $0.remaining, resetSeconds: $0.resetSeconds)
        }
    }
}
