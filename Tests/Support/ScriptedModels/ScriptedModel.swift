public import LanguageModels
import Synchronization

/// A model that plays prepared rounds in order and records its requests.
public final class ScriptedModel: LanguageModel {
    /// A round: the events that the model sends.
    public enum Round: Sendable {
        /// An answer in these pieces.
        case text([String])
        /// An answer that is sent again as a whole after each piece, as a replacement.
        case replacedText([String])
        /// Tool calls; a call with the id of an earlier one appends to its arguments.
        case calls([Call])
        /// Tool calls, and then an error.
        case failingCalls([Call], any Error)
        /// A refusal in these pieces, after a part of an answer.
        case refusal([String], after: [String] = [])
        /// A part of an answer, and then an error.
        case failure(after: [String], any Error)
    }

    /// A call of a tool.
    public struct Call: Sendable {
        var id: String
        var name: String
        var arguments: String

        /// Makes a call; `arguments` is JSON.
        public init(_ name: String, _ arguments: String, id: String = "1") {
            (self.name, self.arguments, self.id) = (name, arguments, id)
        }
    }

    /// The error of a request for which there is no round.
    public struct ScriptEnded: Error {}

    private let rounds: Mutex<[Round]>
    private let seen = Mutex<[LanguageModelExecutorGenerationRequest]>([])
    private let pieces = Mutex(0)

    /// Makes a model.
    public convenience init(_ rounds: Round...) { self.init(rounds) }

    /// Makes a model.
    public init(_ rounds: [Round]) { self.rounds = Mutex(rounds) }

    /// The requests that the model received.
    public var requests: [LanguageModelExecutorGenerationRequest] { seen.withLock { $0 } }

    /// The number of pieces of answers that it has started to send.
    public var sentPieceCount: Int { pieces.withLock { $0 } }

    /// Tool calling and guided generation.
    public var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling, .guidedGeneration]) }
    /// An empty configuration.
    public var executorConfiguration: Int { 0 }

    /// An executor that plays the rounds.
    public struct Executor: LanguageModelExecutor {
        /// Makes an executor.
        public init(configuration: Int) {}

        /// Plays the next round.
        ///
        /// - Throws: ``ScriptEnded`` if there is none; the error of the round.
        public func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: ScriptedModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            try await model.play(request, channel)
        }
    }

    private func play(
        _ request: LanguageModelExecutorGenerationRequest,
        _ channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        seen.withLock { $0.append(request) }
        guard let round = rounds.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw ScriptEnded() }
        switch round {
        case .text(let texts):
            for text in texts { await send(.response(action: .appendText(text)), channel) }
        case .replacedText(let texts):
            for text in texts {
                await send(.response(action: .replaceTextSegment(text)), channel)
            }
        case .calls(let calls): await send(calls, channel)
        case .failingCalls(let calls, let error):
            await send(calls, channel)
            throw error
        case .refusal(let words, let texts):
            for text in texts { await send(.response(action: .appendText(text)), channel) }
            for word in words { await send(.response(action: .appendRefusal(word)), channel) }
            throw LanguageModelError.refusal(.init(explanation: words.joined(), debugDescription: "declined"))
        case .failure(let texts, let error):
            for text in texts { await send(.response(action: .appendText(text)), channel) }
            throw error
        }
    }

    private func send(_ calls: [Call], _ channel: LanguageModelExecutorGenerationChannel) async {
        for call in calls {
            await send(
                .toolCalls(
                    action: .toolCall(id: call.id, name: call.name, action: .appendArguments(call.arguments))
                ),
                channel
            )
        }
    }

    private func send(
        _ event: LanguageModelExecutorGenerationChannel.Event,
        _ channel: LanguageModelExecutorGenerationChannel
    ) async {
        // After the reader has left, the channel accepts everything at once, so a script that continued would count
        // lost pieces as sent.
        guard !Task.isCancelled else { return }
        pieces.withLock { $0 += 1 }
        await channel.send(event)
    }
}
