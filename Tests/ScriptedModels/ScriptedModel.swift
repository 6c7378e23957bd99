public import LanguageModels
import Synchronization

/// A model that plays rounds written beforehand, in the order in which they are asked for, and keeps the requests.
public final class ScriptedModel: LanguageModel {
    /// One round: what the model sends.
    public enum Round: Sendable {
        /// An answer, in these pieces.
        case text([String])
        /// An answer that is sent once more as a whole after each piece, in place of what was sent before.
        case replacedText([String])
        /// Calls of tools; one with the id of an earlier one is more of that one's arguments.
        case calls([Call])
        /// As much of calls as there is, and then an error.
        case failingCalls([Call], any Error)
        /// A refusal, in these pieces, after as much of an answer as there is.
        case refusal([String], after: [String] = [])
        /// As much of an answer as there is, and then an error.
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

    /// More was asked for than was written.
    public struct ScriptEnded: Error {}

    private let rounds: Mutex<[Round]>
    private let seen = Mutex<[LanguageModelExecutorGenerationRequest]>([])
    private let pieces = Mutex(0)

    /// Makes a model.
    public convenience init(_ rounds: Round...) { self.init(rounds) }

    /// Makes a model.
    public init(_ rounds: [Round]) { self.rounds = Mutex(rounds) }

    /// What the model was asked.
    public var requests: [LanguageModelExecutorGenerationRequest] { seen.withLock { $0 } }

    /// How many pieces of answers it has begun to send.
    public var sentPieceCount: Int { pieces.withLock { $0 } }

    /// Tools and schemas.
    public var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling, .guidedGeneration]) }
    /// There is nothing to configure.
    public var executorConfiguration: Int { 0 }

    /// Plays what was written.
    public struct Executor: LanguageModelExecutor {
        /// Makes an executor.
        public init(configuration: Int) {}

        /// Plays the next round.
        ///
        /// - Throws: ``ScriptEnded`` when there is none; what the script says.
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
        // Once nobody listens, the channel takes everything at once, so a script that ran on would count as sent what is lost.
        guard !Task.isCancelled else { return }
        pieces.withLock { $0 += 1 }
        await channel.send(event)
    }
}
