import AgentWire
import Foundation
import Glibc
import StreamingJSON
import TerminalChat
import ToriiClient

/// The requests of a chat that are not runs: conversations, models and tools.
struct ChatRequests: Sendable {
    /// The number of conversations in a list.
    private static let listed = 20
    /// The number of messages that are shown of a conversation.
    private static let shown = 12

    let service: ToriiService

    /// Performs a step and returns its reply; `nil` if it has none.
    func perform(_ action: ChatAction, _ drawing: Drawing) async -> ChatInput? {
        do {
            switch action {
            case .list(let text):
                let page = try await service.conversations(matching: text, limit: Self.listed)
                return .conversations(page.conversations, matching: text, hasMore: page.next != nil)
            case .open(let id): return try await open(id)
            case .openLatest:
                guard let latest = try await service.conversations(limit: 1).conversations.first else {
                    return .nothingToOpen
                }
                return .opened(latest, try await service.messages(of: latest.id, limit: Self.shown))
            case .rename(let id, let title):
                try await service.renameConversation(id, to: title)
                return .renamed(conversation: id, title: title)
            case .delete(let id):
                try await service.deleteConversation(id)
                return .deleted(conversation: id)
            case .export(let id, let file, let asJSON):
                let document = try await service.exportConversation(id)
                let text =
                    asJSON ? document.jsonValue.serialized() + "\n" : ConversationMarkdown.text(of: document, drawing)
                return .exported(file: try Self.write(text, to: file))
            default: return nil
            }
        } catch {
            return .failed(ChatFailure(error))
        }
    }

    private func open(_ id: String) async throws -> ChatInput {
        let page = try await service.messages(of: id, limit: Self.shown)
        // The messages have no title; the list does, but for a conversation that is far down in it.
        let known = try await service.conversations(limit: 200).conversations.first { $0.id == id }
        let last = page.messages.last?.createdAt ?? Date()
        return .opened(known ?? .init(id: id, createdAt: last, updatedAt: last), page)
    }

    /// Writes a new file that only its owner can read, and returns its path.
    ///
    /// - Throws: ``ChatFailure`` if the file exists or cannot be written.
    private static func write(_ text: String, to file: String) throws(ChatFailure) -> String {
        let path = (file as NSString).expandingTildeInPath
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let reason =
                errno == EEXIST
                ? "The file \(path) exists already. Name another one: /export <file>."
                : "The file \(path) cannot be made: \(String(cString: strerror(errno))). Name another one: /export <file>."
            throw ChatFailure(message: reason)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            throw ChatFailure(message: "The file \(path) cannot be written. Check whether the disk is full.")
        }
        return path
    }
}
