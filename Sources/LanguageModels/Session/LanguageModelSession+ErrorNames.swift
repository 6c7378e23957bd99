import Synchronization

extension LanguageModelSession {
    /// The version of Apple's framework whose errors a session throws.
    ///
    /// Sources for 26 catch ``GenerationError``, which 27.0 still declares and no longer throws. A program that holds such sources
    /// says so once at its start, and their `catch` clauses match:
    ///
    /// ```swift
    /// LanguageModelSession.use(.foundationModels26)
    /// ```
    ///
    /// It is about what `respond`, `streamResponse` and the streams throw. A session's own forms, such as
    /// ``turn(_:schema:options:contextOptions:metadata:onEvent:)``, always throw the errors of 27.0. So do errors that 26 has no name
    /// for: cancellation, time limits, and what a model's transport throws.
    public enum ErrorNames: Sendable, Hashable {
        /// ``GenerationError``, as 26.0 to 26.5 throw it.
        case foundationModels26
        /// ``LanguageModelError``, ``LanguageModelSession/Error``, ``GeneratedContent/ParsingError`` and ``SystemLanguageModel/Error``.
        case foundationModels27

        fileprivate static let installed = Mutex(Self.foundationModels27)
        @TaskLocal fileprivate static var substitute: Self?

        /// The names that a session made here and now has unless its configuration sets others.
        public static var current: Self { substitute ?? installed.withLock { $0 } }
    }

    /// Sets the names of errors for all sessions that the process makes from here on.
    public static func use(_ names: ErrorNames) { ErrorNames.installed.withLock { $0 = names } }

    /// Sets the names of errors for the sessions that `operation` and its tasks make.
    public static func withErrorNames<Result>(
        _ names: ErrorNames,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await ErrorNames.$substitute.withValue(names) { try await operation() }
    }
}

extension LanguageModelSession.ErrorNames {
    /// Runs what may throw, and throws its error under these names.
    func naming<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            throw named(error)
        }
    }

    /// An error under the name that it has in this version.
    func named(_ error: any Error) -> any Error {
        switch self {
        case .foundationModels26: LanguageModelSession.GenerationError(error) ?? error
        case .foundationModels27: error
        }
    }
}
