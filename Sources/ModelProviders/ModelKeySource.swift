public import KeyVault

/// Lends the key for one call to a provider; `nil` sends the call without one, as local servers expect.
public typealias ModelKeySource = @Sendable () async throws -> KeyLease?
