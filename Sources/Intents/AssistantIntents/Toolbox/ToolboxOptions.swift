#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The access of a toolbox to the app and the device.
public struct ToolboxOptions: Sendable {
    /// The transfer of files; without it, actions with files are unavailable.
    public var files: (any IntentFileTransport)?
    /// The objects that actions and queries use.
    public var dependencies: AppDependencyManager
    /// The storage of the ledger; without it, a call may run again after a restart of the app.
    public var ledger: (any CallLedgerStore)?
    /// Asks the person on the device to confirm a step of an action; without it, every such step is denied.
    public var confirm: (@Sendable (IntentDialog) async -> Bool)?
    /// The current time in seconds since 1970.
    public var now: @Sendable () -> Int

    /// Makes the access.
    public init(
        files: (any IntentFileTransport)? = nil,
        dependencies: AppDependencyManager = .shared,
        ledger: (any CallLedgerStore)? = nil,
        confirm: (@Sendable (IntentDialog) async -> Bool)? = nil,
        now: (@Sendable () -> Int)? = nil
    ) {
        self.files = files
        self.dependencies = dependencies
        self.ledger = ledger
        self.confirm = confirm
        self.now = now ?? { Int(Date().timeIntervalSince1970) }
    }
}
