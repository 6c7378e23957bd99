import Synchronization

/// The executors of a session, one for each configuration.
///
/// A profile names its model again before each round, and an executor may hold a connection or a loaded model.
final class ExecutorStore: Sendable {
    /// A dictionary of executors by their configurations, for each type of executor.
    private let executors = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// Returns the executor of a model, and makes it when it is first asked for.
    ///
    /// - Throws: The error of the executor's initializer.
    func executor<Model: LanguageModel>(for model: Model) throws -> Model.Executor {
        typealias Known = [Model.Executor.Configuration: Model.Executor]
        let (type, configuration) = (ObjectIdentifier(Model.Executor.self), model.executorConfiguration)
        if let known = executors.withLock({ ($0[type] as? Known)?[configuration] }) { return known }
        // Outside the lock, because an initializer is code of others.
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
