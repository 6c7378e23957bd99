public import Accounts
import AgentWire
import Storage
import StreamingJSON

extension AgentRuntime {
    /// Returns the models that a sender may use: those of its plan that its client may use too.
    public func models(of sender: Principal) -> ModelCatalog {
        models.offered(to: sender.plan, within: sender.limits.models)
    }

    /// Returns the model that a request names, or that of requests that name none.
    ///
    /// - Throws: ``Problem`` if the server or the plan of the user does not have it; `StoreError`.
    func modelEntry(_ name: String?, for sender: Principal) async throws -> ModelCatalog.Entry {
        let models = models(of: sender)
        guard let name else { return try await models.preferred() }
        let entry = models.entry(askedFor: name)
        if let entry, try await entry.isReady() { return entry }
        let known = try await models.ready().map(\.description).joined(separator: ", ")
        if let entry {
            throw Problem(
                .invalidRequest,
                detail:
                    "this server has no key for the model '\(entry.reference)', so nothing was sent; it offers \(known)",
                faults: [
                    .init(
                        pointer: "#/model",
                        detail: "there is no key of \(entry.reference.provider.rawValue)",
                        kind: .unknownModel
                    )
                ]
            )
        }
        throw Self.notOffered(name, by: models, known)
    }

    /// Returns a turn that resumes after a wait as its sender may continue it now: with no more reasoning than it may have.
    ///
    /// - Throws: ``Problem`` if the sender may not use the model any more; `StoreError` for a user that cannot be read.
    func renewed(_ work: TurnWork, of owner: Owner) async throws -> TurnWork {
        // The coordinator ends the turn of a client or user that is gone.
        guard let sender = try await clients?.holder(of: owner) else { return work }
        var work = work
        work.policies.mostEffort = sender.mostEffort
        let candidates = work.policies.meter.candidates
        let allowed = candidates.filter {
            UserPlan.allows($0, by: sender.limits.models) && UserPlan.allows($0, by: sender.plan?.models)
        }
        guard allowed.count < candidates.count else { return work }
        let models = models(of: sender)
        // A router may have chosen among others.
        if let entry = allowed.compactMap({ models.entry(named: $0) }).first {
            work.model.entry = entry
            return work
        }
        let known = try await models.ready().map(\.description).joined(separator: ", ")
        throw Self.notOffered(work.model.entry.reference.description, by: models, known)
    }

    private static func notOffered(_ name: String, by models: ModelCatalog, _ known: String) -> Problem {
        Problem(
            .invalidRequest,
            detail:
                "\(models.offerer) does not offer the model '\(name.excerpt())'; it offers \(known.isEmpty ? "none now" : known)",
            faults: [
                .init(
                    pointer: "#/model",
                    detail: known.isEmpty ? "no model is offered now" : "not one of \(known)",
                    kind: .unknownModel
                )
            ]
        )
    }
}
