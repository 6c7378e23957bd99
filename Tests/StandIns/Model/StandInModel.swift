import StreamingJSON
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The model behind a stand-in, whatever dialect it speaks: who may ask it, what it says and how fast.
public final class StandInModel: Sendable {
    /// Decides what the model says to a request, which every dialect shows it in the form of chat completions.
    public typealias Script = @Sendable (ChatRequest) async -> ScriptedReply

    let keys: AcceptedKeys
    private let pace: Duration
    private let script: Script
    private let count = Atomic(0)

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - keys: the API keys to accept; none accepts any, also no key at all.
    ///   - pace: the pause before each token, where the script sets none.
    ///   - script: what the model says.
    public init(keys: [String] = [], pace: Duration = .zero, script: @escaping Script = OpenAIStandIn.assistant) {
        self.keys = AcceptedKeys(keys)
        self.pace = pace
        self.script = script
    }

    /// What is said to a request in the dialect that `write` puts it into, or the failure that the script asks for.
    ///
    /// - Parameters:
    ///   - errorBreaksOff: whether the connection goes down with a stream that a scripted error ends.
    ///   - write: makes the whole reply, or the stream.
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
        reply.misbehaviour = script.misbehaviour
        return reply
    }
}
