import FoundationEssentials
import KeyLeasing
import LanguageModels
import Secrets
import StandIns
import StreamingJSON
import Synchronization
import Testing

@testable import ModelProviders

/// The seals of thoughts, which only a key of the account that made them can open.
@Suite(.timeLimit(.minutes(1))) struct SealTests {
    /// A server with two accounts, each of which refuses the other's seals.
    private final class TwoAccounts: Sendable {
        let dialect: Dialect
        private let standIn = Mutex<(any StandIn)?>(nil)
        private let number = Atomic(0)

        init(_ dialect: Dialect) { self.dialect = dialect }

        func watch(_ standIn: any StandIn) { self.standIn.withLock { $0 = standIn } }

        /// Returns the reply of the account whose key arrived with the newest request.
        func reply() -> ScriptedReply {
            guard let request = standIn.withLock({ $0?.requests.last }) else { return .text("?") }
            let key = request.bearerToken ?? request.header("x-api-key") ?? request.header("x-goog-api-key") ?? ""
            let body = String(decoding: request.body, as: UTF8.self)
            let other = key == "key-a" ? "seal-of-key-b" : "seal-of-key-a"
            if body.contains(other) {
                return switch dialect {
                case .chat, .responses, .ollama:
                    dialect.refusal("The encrypted content could not be verified.", code: "invalid_encrypted_content")
                case .anthropic: dialect.refusal("messages.1.content.0: Invalid `signature` in `thinking` block")
                case .gemini: dialect.refusal("Corrupted thought signature.")
                }
            }
            let seal = "seal-of-\(key)-\(number.add(1, ordering: .relaxed).newValue)"
            return ScriptedReply([.thought("Hm.", seal: seal), .token("Yes.")])
        }
    }

    /// A pool that lends its keys in turn, and the preferred one if it has it.
    private final class Pool: Sendable {
        private let state = Mutex((keys: ["key-a", "key-b"], next: 0))
        private let prefers: Bool

        init(prefers: Bool = true) { self.prefers = prefers }

        func remove(_ key: String) { state.withLock { $0.keys.removeAll { $0 == key } } }

        var source: KeySource {
            { [self] in
                let preferred = prefers ? KeyPreference.current : nil
                let key = state.withLock { state -> String in
                    if let preferred, let key = state.keys.first(where: { "id of \($0)" == preferred }) { return key }
                    state.next += 1
                    return state.keys[state.next % state.keys.count]
                }
                return KeyLease(keyID: "id of \(key)", secret: SecretString(key))
            }
        }
    }

    private static let dialects = [Dialect.responses, .anthropic, .gemini]

    private func converse(
        _ dialect: Dialect,
        _ pool: Pool,
        turns: Int,
        before: (Int) -> Void = { _ in }
    ) async throws -> [Int] {
        let accounts = TwoAccounts(dialect)
        var counts: [Int] = []
        try await dialect.with(
            keys: pool.source,
            accepting: ["key-a", "key-b"],
            script: { _ in accounts.reply() }
        ) { model, standIn in
            accounts.watch(standIn)
            let session = LanguageModelSession(model: model)
            for turn in 0..<turns {
                before(turn)
                let answer = try await session.respond(to: "Well?")
                #expect(answer.content == "Yes.")
                counts.append(standIn.requests.count)
            }
        }
        return counts
    }

    /// The numbers of requests after eight turns: one for each.
    @Test(arguments: dialects) func aConversationStaysWithItsKey(dialect: Dialect) async throws {
        let counts = try await converse(dialect, Pool(), turns: 8)
        #expect(counts == Array(1...8))
    }

    /// The old key is gone from the fourth turn on: one repetition, and none after it.
    @Test(arguments: dialects) func aRotationLosesNoConversation(dialect: Dialect) async throws {
        let pool = Pool()
        let counts = try await converse(dialect, pool, turns: 8) { turn in if turn == 3 { pool.remove("key-b") } }
        #expect(counts == [1, 2, 3, 5, 6, 7, 8, 9])
    }

    /// A pool without preferences, as before: every refusal is mended.
    @Test(arguments: dialects) func keysThatTakeTurnsLoseThoughtsAlone(dialect: Dialect) async throws {
        let counts = try await converse(dialect, Pool(prefers: false), turns: 8)
        #expect(counts.count == 8)
        #expect(counts[7] <= 16)
    }

    @Test func theTranscriptNamesTheKeyAndNeverHasIt() async throws {
        let accounts = TwoAccounts(.anthropic)
        try await Dialect.anthropic.with(
            keys: Pool().source,
            accepting: ["key-a", "key-b"],
            script: { _ in accounts.reply() }
        ) { model, standIn in
            accounts.watch(standIn)
            let session = LanguageModelSession(model: model)
            _ = try await session.respond(to: "Well?")
            #expect(session.transcript.seals.map(\.maker) == ["id of key-b"])
        }
    }

    /// A client that keeps the conversation itself sends seals back without the key's id.
    @Test func sealsFromAClientKeepTheirKeyToo() async throws {
        let accounts = TwoAccounts(.responses)
        try await Dialect.responses.with(
            keys: Pool().source,
            accepting: ["key-a", "key-b"],
            script: { _ in accounts.reply() }
        ) { model, standIn in
            accounts.watch(standIn)
            var transcript = Transcript()
            for turn in 1...6 {
                let session = LanguageModelSession(model: model, transcript: transcript)
                try await session.expectYes(to: "Well?")
                #expect(standIn.requests.count == turn)
                transcript = Transcript(
                    entries: session.transcript.map { entry in
                        guard case .reasoning(var thought) = entry else { return entry }
                        thought.metadata[TranscriptSeal.makerKey] = nil
                        return .reasoning(thought)
                    }
                )
            }
        }
    }

    @Test func aMissingSignatureIsReplaced() {
        let remedies = RemediedRound()
        let call: JSONValue = ["functionCall": ["name": "f"]]
        let body: JSONValue = ["contents": [["role": "model", "parts": [call, call]]]]
        _ = remedies.fitted(body)
        #expect(remedies.mend("Function call is missing a thought_signature in functionCall parts."))
        let parts = remedies.fitted(body)["contents"]?[0]?["parts"]
        #expect(parts?[0]?["thoughtSignature"] == "skip_thought_signature_validator")
        #expect(parts?[1]?["thoughtSignature"] == nil)
    }
}
