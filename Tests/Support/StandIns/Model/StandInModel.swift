import StreamingJSON
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The model behind a stand-in of any dialect: its accepted keys, its replies and its pace.
public final class StandInModel: Sendable {
    /// Returns the model's reply to a request; every dialect converts requests to the form of chat completions.
    public typealias Script = @Sendable (ChatRequest) async -> ScriptedReply

    let keys: AcceptedKeys
    private let pace: Duration
    private let script: Script
    private let count = Atomic(0)

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - keys: the API keys to accept; with none, every request is accepted, also one without a key.
    ///   - pace: the pause before each token, unless the script sets one.
    ///   - script: the script of the model's replies.
    public init(keys: [String] = [], pace: Duration = .zero, script: @escaping Script = OpenAIStandIn.assistant) {
        self.keys = AcceptedKeys(keys)
        self.pace = pace
        self.script = script
    }

    /// Returns the reply to a request in the dialect of `write`, or the failure that the script asks for.
    ///
    /// - Parameters:
    ///   - errorBreaksOff: whether a scripted error in a stream also closes the connection.
    ///   - write: writes the complete reply, or the stream.
    func reply(
        to request: ChatRequest,
        errorBreaksOff: Bool = true,
        _ write: (ModelTurn) -> StandInReply
    ) async -> StandInReply {
        let script = await self.script(request)
        if let failure = script.failure { return failure }
        let number = count.add(1, ordering: .relaxed).newValue
        var reply = write(ModelTurn(number: number, created: time(nil), script: script, pace: script.pace ?? pace))
        reply.endsAbruptly = errorBreaksOff && reply.framing == .chunked && script.streamError != nil
        reply.misbehavior = script.misbehavior
        return reply
    }
}
