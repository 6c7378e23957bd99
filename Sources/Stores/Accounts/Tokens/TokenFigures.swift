package import Telemetry

/// The operator's figures of the checks of signed tokens and of the keys of issuers.
///
/// No user is among them.
package struct TokenFigures: Sendable {
    /// The readings of published keys so far.
    package struct Readings: Sendable {
        /// The number of those that succeeded.
        package internal(set) var succeeded = 0
        /// The number of those that failed.
        package internal(set) var failed = 0
    }

    /// The keys that one issuer publishes.
    package struct Keys: Sendable {
        /// The id of the client.
        package let client: String
        /// The name of the issuer's row.
        package let issuer: String
        /// The time since the keys were read; `nil` if they never were.
        package let age: Duration?
        /// The readings of the keys.
        package let readings: Readings
    }

    /// The numbers of presented tokens, by `cached`, `accepted`, `expired`, `blocked`, `refused`, `revoked`, `unavailable`, `unknown`, or
    /// the step that refused them.
    package internal(set) var outcomes: [String: Int] = [:]
    /// The times of the checks of tokens that were not in memory.
    package internal(set) var checkTime = DurationHistogram(bounds: DurationHistogram.overhead)
    /// The number of tokens in memory.
    package internal(set) var tokenCount = 0
    /// The keys of the issuers that publish them.
    package internal(set) var keys: [Keys] = []
}
