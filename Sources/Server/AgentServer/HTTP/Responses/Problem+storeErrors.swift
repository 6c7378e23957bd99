import AgentRuntime
package import Accounts
package import AgentWire
package import KeyVault
import ToolRecords

extension Problem {
    /// Creates the problem for an error of the vault; `nil` for a defect of the server.
    package init?(_ error: KeyVaultError) {
        let kind: Problem.Kind
        switch error.code {
        case .keyRefused: kind = .keyRefused
        case .keyUnverified: kind = .keyUnverified
        case .noUsableKey: kind = .noUsableKey
        case .idempotencyMismatch: kind = .idempotencyMismatch
        // These errors concern the master keys, so the operator must act.
        case .alreadyStored, .conflict, .masterKeyMismatch, .masterKeyMissing, .masterKeyExposed, .masterKeyMalformed,
            .masterKeyUnreadable, .notReversible, .rotationInProgress, .rotationRejected, .sealBroken,
            .unconfirmedDestination:
            kind = .conflict
        case .unknownKey, .unknownRotation, .noKey: kind = .notFound
        case .invalidSecret, .invalidSettings: kind = .invalidRequest
        default: return nil
        }
        let seconds = error.retryAfter.map { Int(($0 / .seconds(1)).rounded(.up)) }
        self.init(kind, detail: error.message, retryAfterSeconds: seconds.map { max(1, $0) })
    }

    /// Creates the problem for a store that cannot be read or written now; `nil` for another error of a store.
    ///
    /// - Parameter isForOperator: Whether the sentence of the error, with the remedy, is for the caller.
    init?(_ error: StoreError, isForOperator: Bool) {
        self.init(temporary: error)
        if isForOperator { detail = error.message }
    }

    /// Creates the problem for an error of accounts; `nil` for an error in the server's settings.
    package init?(_ error: AccountsError) {
        switch error.code {
        case .unknownClient, .unknownIssuer: self.init(.notFound, detail: error.message)
        case .invalidClient, .clientNameTaken: self.init(.invalidRequest, detail: error.message)
        case .conflict: self.init(.conflict, detail: error.message)
        case .issuerUnreadable: self.init(.upstreamFailed, detail: error.message)
        case .invalidPrices: return nil
        }
    }
}
