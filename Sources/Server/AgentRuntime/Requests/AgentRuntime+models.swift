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
        throw Problem(
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
