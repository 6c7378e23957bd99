public import KeyVault

/// Lends the key that is to be used for the next call to an upstream; `nil` when there is none.
public typealias KeyLeasing = @Sendable () async throws -> KeyLease?
