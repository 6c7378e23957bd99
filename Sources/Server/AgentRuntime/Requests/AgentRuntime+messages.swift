public import Accounts
public import AgentWire
import Foundation
import LanguageModels
import Signals
import Storage
import StreamingJSON
import ToolRecords

extension AgentRuntime {
    /// Returns a page of a conversation's messages as people see them, with the calls of their turns, and without replaced turns.
    ///
    /// It counts as one of the client's requests.
    ///
    /// - Parameters:
    ///   - cursor: The ``AgentWire/MessagePage/previous`` of the page after; `nil` for the last page.
    ///   - limit: The most messages of the user on the page.
    /// - Throws: ``Problem`` when the client has no such conversation, when the cursor is not one, when too many large conversations are
    ///   being read, or when the client's limits or the server's memory have no room; `StoreError`.
    public func messages(
        of conversation: String,
        before cursor: String?,
        limit: Int,
        client: Principal
    ) async throws -> MessagePage {
        _ = try await owned(conversation, by: client.owner)
        let position = try cursor.map { text throws(Problem) in
            guard let position = Int(text), position > 0 else {
                throw Problem(.invalidRequest, detail: "before must be the 'previous' of a page of this conversation")
            }
            return position
        }
        return try await withReservation(for: client) {
            let size = try await runs.store.size(of: conversation, owner: client.owner)
            let lease = try exports.acquire(for: client.owner, bytes: size.bytes)
            let hold = try runs.holdMemory(toRead: size.bytes)
            // This is read first, because an active turn may be stored while the window is read.
            let active = try await position == nil ? activeRuns(of: conversation, owner: client.owner) : []
            let window = try await runs.store.turns(of: conversation, before: position, limit: limit)
            return try withExtendedLifetime((lease, hold)) {
                var messages = try Self.messages(in: window)
                let stored = Set(window.turns.map(\.details.run))
                let rest = active.filter { !stored.contains($0.id) }
                messages += rest.map { MessagePage.Message($0) }
                return MessagePage(
                    messages: messages,
                    previous: window.start > 0 ? String(window.start) : nil,
                    activeRuns: rest.map(\.id)
                )
            }
        }
    }

    /// Returns the runs of a conversation that have not ended, in their order.
    private func activeRuns(of conversation: String, owner: Owner) async throws -> [RunRecord] {
        let here = runs.liveRuns.filter { $0.identity.owner == owner && $0.identity.conversation == conversation }
        let elsewhere = try await directory.elsewhere(of: owner, in: conversation, limit: Self.mostActiveRuns)
        // Ids start with the time.
        return (here.map(\.record).filter { !$0.status.isOver } + elsewhere).sorted { $0.id < $1.id }
    }

    /// The most runs of other nodes that a conversation's messages name; a conversation has one run, and a few that wait for it.
    private static var mostActiveRuns: Int { 32 }

    /// Replaces the title of a conversation, and returns the conversation.
    ///
    /// - Throws: ``Problem`` when the client has no such conversation; `StoreError`.
    public func setTitle(
        _ title: String,
        of conversation: String,
        client: Principal
    ) async throws -> ConversationPage.Conversation {
        var record = try await owned(conversation, by: client.owner)
        return try await withReservation(for: client) {
            let title = ConversationTitle.of(title)
            guard try await runs.store.setTitle(title, of: conversation) else {
                throw Problem(.notFound, detail: "there is no conversation '\(conversation.excerpt())'")
            }
            record.title = title
            runs.conversationChanges.notify((client.owner, .list))
            return .init(record, status: try await statuses(of: [record])[conversation])
        }
    }

    /// Returns the statuses of the latest runs of conversations, by the conversations' ids.
    func statuses(of records: [ConversationRecord]) async throws -> [String: String] {
        var statuses = try await runs.store.latestStatuses(of: records.map(\.id)).mapValues(\.rawValue)
        for record in records {
            // The store is up to a second behind.
            if let run = runs.holder(of: .init(owner: record.owner, conversation: record.id)) {
                statuses[record.id] = run.status.rawValue
            }
        }
        return statuses
    }

    /// Checks that the run that a request replaces belongs to its conversation.
    func checkReplacement(in request: RunRequest, owner: Owner) async throws {
        guard case .turn(let turn) = request, let replaced = turn.replaces else { return }
        if let live = runs.liveRun(replaced) {
            guard live.identity.owner == owner, live.identity.conversation == turn.conversation.id else {
                throw Problem.cannotReplace(replaced)
            }
            // Its turn is stored by the time at which this one begins, because it has the conversation until then.
            return
        }
        guard let conversation = turn.conversation.id, let stored = try await runs.store.turn(ofRun: replaced),
            stored.conversation == conversation, stored.supersededAt == nil
        else { throw Problem.cannotReplace(replaced) }
    }

    /// Returns the messages of a window: for each turn a message and, if there is one, its answer; entries without a turn one by one.
    private static func messages(in window: TurnWindow) throws -> [MessagePage.Message] {
        var messages: [MessagePage.Message] = []
        var rest = window.entries[...]
        func addEntries(before position: Int) throws {
            while let entry = rest.first, entry.position < position {
                rest.removeFirst()
                messages.append(
                    .init(id: entry.id, role: entry.isPrompt ? "user" : "assistant", text: try entry.shownText())
                )
            }
        }
        for turn in window.turns {
            try addEntries(before: turn.position)
            var own: [TranscriptEntryRecord] = []
            while let entry = rest.first, entry.position < turn.position + turn.entryCount {
                own.append(rest.removeFirst())
            }
            messages += try Self.messages(of: turn, own)
        }
        try addEntries(before: .max)
        return messages
    }

    private static func messages(
        of turn: TurnRecord,
        _ entries: [TranscriptEntryRecord]
    ) throws -> [MessagePage.Message] {
        let details = turn.details
        let content = TurnContent(text: details.content)
        let question = try entries.last(where: \.isPrompt)?.shownText() ?? content.message ?? ""
        let answer = try entries.last { !$0.isPrompt }?.shownText() ?? content.answer ?? ""
        return [
            .init(
                id: "\(details.run):user",
                role: "user",
                text: question,
                run: details.run,
                status: details.status.rawValue,
                createdAt: details.createdAt
            ),
            .init(
                id: "\(details.run):assistant",
                role: "assistant",
                text: answer,
                run: details.run,
                status: details.status.rawValue,
                createdAt: details.endedAt,
                model: details.model,
                isRefusal: content.isRefusal,
                toolCalls: content.calls,
                problem: content.problem
            ),
        ]
    }
}

extension TranscriptEntryRecord {
    fileprivate var isPrompt: Bool { kind == Self.promptKind }

    /// Returns the text that people see.
    fileprivate func shownText() throws -> String {
        switch try Transcript.Entry(jsonValue: JSONValue(parsing: json)) {
        case .prompt(let prompt): prompt.segments.textNamingAttachments
        case .response(let response): response.segments.textNamingAttachments
        default: ""
        }
    }
}

extension MessagePage.Message {
    /// Makes the message of the user that an active run answers.
    fileprivate init(_ run: RunRecord) {
        let request = (try? JSONValue(parsing: run.request)).flatMap(TurnRequest.init(stored:))
        self.init(
            id: "\(run.id):user",
            role: "user",
            text: request?.message ?? "",
            run: run.id,
            status: run.status.rawValue,
            createdAt: run.createdAt
        )
    }
}
