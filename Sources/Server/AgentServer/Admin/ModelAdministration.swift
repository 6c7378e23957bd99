import APIDescription
import AgentRuntime
import AgentWire

/// The models that the server offers.
struct ModelAdministration: Sendable {
    /// The models; `nil` if no server runs.
    let models: ModelCatalog?

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.offeredModels) { _ in
                guard let models else { throw Problem.noServer }
                let standard = try await models.standard()
                let list = try await models.readiness().map { reference, isReady in
                    let obstacle = models.obstacle(reference)
                    var model = WireOfferedModel(
                        name: reference.description,
                        isReady: isReady && obstacle == nil,
                        isDefault: reference == standard
                    )
                    model.obstacle = obstacle
                    let end = models.lives.end(reference)
                    (model.ends, model.replacement) = (end?.day, end?.replacement)
                    model.daysLeft = end.map { $0.daysLeft ?? 0 }
                    model.replacedBy = models.lives.replacements.target(of: reference)?.description
                    return model
                }
                return .json(WireList(list).jsonValue)
            }
        ]
    }
}
