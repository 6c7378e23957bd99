import Synchronization

extension LanguageModelSession {
    /// The version of Apple's framework whose errors a session throws.
    ///
    /// Code for 26 catches ``GenerationError``, which 27.0 still declares but no longer throws. A program with such
    /// code calls this once at its start, and the `catch` clauses match:
    ///
    /// ```swift
    /// LanguageModelSession.use(.foundationModels26)
    /// ```
    ///
    /// The setting affects the errors of `respond`, `streamResponse` and the streams. The session's additional
    /// methods, such as ``turn(_:schema:options:contextOptions:metadata:onEvent:)``, always throw the errors of 27.0.
    /// So do errors without a name in 26: cancellation, time limits, and errors of a model's transport.
    public enum ErrorNames: Sendable, Hashable {
        /// The errors of 26.0 to 26.5: ``GenerationError``.
        case foundationModels26
        /// The errors of 27.0: ``LanguageModelError``, ``LanguageModelSession/Error``,
        /// ``GeneratedContent/ParsingError`` and ``SystemLanguageModel/Error``.
        case foundationModels27

        fileprivate static let installed = Mutex(Self.foundationModels27)
        @TaskLocal fileprivate static var substitute: Self?

        /// The version for new sessions whose configuration sets none.
        public static var current: Self { substitute ?? installed.withLock { $0 } }
    }

    /// Sets the version of errors for all sessions that the process makes from now on.
    public static func use(_ names: ErrorNames) { ErrorNames.installed.withLock { $0 = names } }

    /// Sets the version of errors for the sessions that `operation` and its tasks make.
    public static func withErrorNames<Result>(
        _ names: ErrorNames,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await ErrorNames.$substitute.withValue(names) { try await operation() }
    }
}

extension LanguageModelSession.ErrorNames {
    /// Runs `body` and rethrows its error as that of this version.
    func naming<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            throw named(error)
        }
    }

    /// Returns the error that this version has in place of `error`.
    func named(_ error: any Error) -> any Error {
        switch self {
        case .foundationModels26: LanguageModelSession.GenerationError(error) ?? error
        case .foundationModels27: error
        }
    }
}
