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
        guard let name else {
            let entry = try await models.preferred()
            // Other models of the server may have a key, so the problem names the plan.
            if models.isNarrowed, try await !entry.isReady() {
                throw Problem(
                    .noUsableKey,
                    detail: "no model that \(models.offerer) has can be called now, for want of a key; ask the operator"
                )
            }
            return entry
        }
        let entry = models.entry(askedFor: name)
        if let entry, try await entry.isReady() { return entry }
        let ready = try await models.ready().map(\.description).joined(separator: ", ")
        if let entry {
            throw Problem(
                .invalidRequest,
                detail:
                    "this server has no key for the model '\(entry.reference)', so nothing was sent; it offers "
                    + (ready.isEmpty ? "none now" : ready),
                faults: [
                    .init(
                        pointer: "#/model",
                        detail: "there is no key of \(entry.reference.provider.rawValue)",
                        kind: .unknownModel
                    )
                ]
            )
        }
        throw Self.notOffered(name, by: models, ready)
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
        let ready = try await models.ready().map(\.description).joined(separator: ", ")
        throw Self.notOffered(work.model.entry.reference.description, by: models, ready)
    }

    /// Returns the problem of a request for a model that its sender does not have.
    ///
    /// - Parameter ready: The models that it may use now, with commas between them; empty for none.
    private static func notOffered(_ name: String, by models: ModelCatalog, _ ready: String) -> Problem {
        Problem(
            .invalidRequest,
            detail:
                "\(models.offerer) does not offer the model '\(name.excerpt())'; it offers \(ready.isEmpty ? "none now" : ready)",
            faults: [
                .init(
                    pointer: "#/model",
                    detail: ready.isEmpty
                        ? "\(models.offerer) has no model that can be called now; ask the operator"
                        : "not one of \(ready)",
                    kind: .unknownModel
                )
            ]
        )
    }
}
