/// A request whose message decided a call that its run waited for.
///
/// It is stored before the decision is carried out, so that the same request decides nothing else when it is repeated.
public struct MessageDecision: Sendable, Equatable {
    /// The client.
    public var client: String
    /// The request's idempotency key.
    public var idempotencyKey: String
    /// The request's body.
    public var request: String
    /// The run that waited.
    public var run: String
    /// The number of the run's first event after the decision.
    public var sequence: Int

    /// Makes one.
    public init(client: String, idempotencyKey: String, request: String, run: String, sequence: Int) {
        self.client = client
        self.idempotencyKey = idempotencyKey
        self.request = request
        self.run = run
        self.sequence = sequence
    }
}
