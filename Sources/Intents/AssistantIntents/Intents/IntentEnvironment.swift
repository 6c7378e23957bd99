/// A report of an action that runs.
public struct IntentProgress: Sendable, Hashable {
    /// The finished part of the work.
    public var completed: Double
    /// The whole work; `nil` if it is unknown.
    public var total: Double?
    /// A sentence for the person.
    public var message: String?

    /// Makes a report.
    public init(completed: Double, total: Double? = nil, message: String? = nil) {
        self.completed = completed
        self.total = total
        self.message = message
    }
}

/// The access of an action that runs to the toolbox that performs it.
struct IntentEnvironment: Sendable {
    @TaskLocal static var current: IntentEnvironment?

    let confirm: (@Sendable (IntentDialog) async -> Bool)?
    let progress: @Sendable (IntentProgress) -> Void
}

extension AppIntent {
    /// Asks the person on the device to confirm the next step.
    ///
    /// - Throws: ``IntentError`` with ``IntentError/Code/denied`` if the person refuses, or if the toolbox cannot ask.
    public func requestConfirmation(_ dialog: IntentDialog = "Continue?") async throws {
        guard let confirm = IntentEnvironment.current?.confirm else {
            throw IntentError(.denied, "The app cannot ask the person to confirm.")
        }
        guard await confirm(dialog) else { throw IntentError(.denied, "The person refused.") }
    }

    /// Reports progress, which extends the deadline of the call.
    public func reportProgress(_ progress: IntentProgress) {
        IntentEnvironment.current?.progress(progress)
    }
}
