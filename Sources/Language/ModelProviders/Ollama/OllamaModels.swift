import Synchronization

/// The abilities that servers reported of their models.
///
/// It is in memory only: after a restart each model is asked about again.
final class OllamaModels: Sendable {
    /// The record of this process.
    static let shared = OllamaModels()

    private struct Place: Hashable {
        var host: String
        var model: String
    }

    /// The largest number of models; when there are more, all are asked about again.
    private static let capacity = 512

    private let told = Mutex<[Place: OllamaAbilities]>([:])

    /// Returns the abilities of a model; `nil` if its server was not asked, or did not report.
    func abilities(of model: String, at host: String) -> OllamaAbilities? {
        told.withLock { $0[Place(host: host, model: model)] }
    }

    /// Records the abilities of a model; `nil` if they may have changed.
    func record(_ abilities: OllamaAbilities?, of model: String, at host: String) {
        told.withLock { told in
            if told.count >= Self.capacity { told.removeAll() }
            told[Place(host: host, model: model)] = abilities
        }
    }
}
