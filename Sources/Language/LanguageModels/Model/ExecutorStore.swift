import Synchronization

/// The executors of a session, one for each configuration.
///
/// They are kept because a profile returns its model again before each round, and an executor may hold a connection or
/// a loaded model.
final class ExecutorStore: Sendable {
    /// For each executor type, a dictionary from configuration to executor.
    private let executors = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// Returns the executor of a model, creating it on first use.
    ///
    /// - Throws: The error of the executor's initializer.
    func executor<Model: LanguageModel>(for model: Model) throws -> Model.Executor {
        typealias Known = [Model.Executor.Configuration: Model.Executor]
        let (type, configuration) = (ObjectIdentifier(Model.Executor.self), model.executorConfiguration)
        if let known = executors.withLock({ ($0[type] as? Known)?[configuration] }) { return known }
        // Outside the lock, because the initializer is foreign code.
        let made = try Model.Executor(configuration: configuration)
        return executors.withLock { executors in
            var known = executors[type] as? Known ?? [:]
            let first = known[configuration] ?? made
            known[configuration] = first
            executors[type] = known
            return first
        }
    }
}
