/// A request under an idempotency key that answered what a run waited for: by a message that decided a call, or by outputs.
///
/// It is stored before the answer is taken, so that the same request gets the same reply and answers nothing else when it is repeated.
public struct KeyedAnswer: Sendable, Equatable {
    /// The client.
    public var client: String
    /// The request's idempotency key.
    public var idempotencyKey: String
    /// The request's body, or what tells its outputs from those of other calls.
    public var request: String
    /// The run that waited.
    public var run: String
    /// The place of the reply in the run: the number of the first event after a decision, or the number of waits before the answer to
    /// outputs.
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
