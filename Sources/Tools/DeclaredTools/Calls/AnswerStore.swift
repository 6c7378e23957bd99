import AgentTools
import Synchronization
import ToolDeclarations
import Transport

/// The answers with entity tags (RFC 9110 §8.8.3), so that a service need not send again what did not change.
final class AnswerStore: Sendable {
    private static let mostBytes = 64 << 10
    private let answers = Mutex(TimedCache<Key, DeclaredAnswer>(capacity: 64, maximumAge: .seconds(24 * 60 * 60)))

    private struct Key: Hashable {
        let url: String
        let fields: String

        init(_ request: DeclaredRequest) {
            url = request.url
            fields = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        }
    }

    /// Returns the kept answer to a request.
    func answer(to request: DeclaredRequest) -> DeclaredAnswer? {
        answers.withLock { $0.value(for: Key(request), at: .now)?.value }
    }

    /// Keeps an answer, if it has a tag and is not large.
    func keep(_ answer: DeclaredAnswer, to request: DeclaredRequest) {
        guard answer.status == 200, answer.headers["ETag"] != nil, answer.bytes.count <= Self.mostBytes else { return }
        answers.withLock { $0.store(answer, for: Key(request), at: .now) }
    }
}
