import AgentWire
import KeyVault

extension Problem {
    /// What a client of the admin endpoint may know of a vault's error; `nil` for a fault of the server's own.
    init?(_ error: KeyVaultError) {
        switch error.code {
        case .keyRefused: self.init(.keyRefused, detail: error.message)
        case .keyUnverified: self.init(.keyUnverified, detail: error.message)
        case .alreadyStored, .conflict, .notReversible, .rotationInProgress, .rotationRejected:
            self.init(.conflict, detail: error.message)
        case .unknownKey, .unknownRotation, .noKey, .unknownClient: self.init(.notFound, detail: error.message)
        case .idempotencyMismatch, .invalidSecret, .invalidSettings, .invalidClient:
            self.init(.invalidRequest, detail: error.message)
        default: return nil
        }
    }
}
