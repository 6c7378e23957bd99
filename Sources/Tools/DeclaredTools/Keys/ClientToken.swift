import Secrets

/// A token that a key obtained, and the moments of its life.
///
/// They are counted from before the request for it, by this machine's monotonic clock, so a wrong clock on either side does not matter.
struct ClientToken: Sendable {
    /// The token.
    let secret: SecretString
    /// The number of the token, by which a refusal is assigned to it.
    let number: Int
    /// The moment from which another one is requested.
    let due: ContinuousClock.Instant
    /// The moment from which it is not used.
    let end: ContinuousClock.Instant

    private static let usualLife = 300

    /// - Parameter life: The seconds that the token endpoint named; `nil` if it named none.
    init(_ secret: SecretString, number: Int, requested: ContinuousClock.Instant, life: Int?) {
        (self.secret, self.number) = (secret, number)
        let life = life.map { $0 > 0 ? $0 : Self.usualLife } ?? Self.usualLife
        end = requested + .seconds(life) - min(.seconds(30), .seconds(life) / 4)
        // A random part, so that several processes do not ask at once.
        due = requested + .seconds(life) * Double.random(in: 0.7...0.8)
    }
}
