import AgentWire
import Foundation
import LanguageModels
import Storage
import StreamingJSON

/// Reads a conversation's export piece by piece: one page of the store at a time, so its memory does not grow with the conversation.
///
/// Each list needs its own pass over the store. Entries are only ever added, so the entries that existed at the start are the same in
/// each pass. If the conversation is deleted meanwhile, the export ends with an error and never looks complete.
public struct ConversationExporter: Sendable {
    /// The conversation was deleted while it was exported.
    struct Gone: Error {}

    /// A page ends with the entry that reaches this many bytes.
    private static let pageBytes = 32 * 1024
    private static let pageRuns = 256

    private enum Stage {
        case opening
        case entries(ConversationExport.List, position: Int)
        case runs(after: RunSummary?)
        case over
    }

    private let record: ConversationRecord
    private let entryCount: Int
    private let store: any RunStore & ConversationStore
    private let lease: ReadLeases.Lease?
    private var stage = Stage.opening
    private var export: ConversationExport?

    init(
        _ record: ConversationRecord,
        entryCount: Int,
        store: any RunStore & ConversationStore,
        lease: ReadLeases.Lease?
    ) {
        self.record = record
        self.entryCount = entryCount
        self.store = store
        self.lease = lease
    }

    /// Returns the next bytes of the JSON text; `nil` after the last ones.
    ///
    /// - Throws: `StoreError`; `CancellationError`; another error when the conversation was deleted meanwhile.
    public mutating func next() async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.isEmpty {
            try Task.checkCancellation()
            switch stage {
            case .opening:
                export = ConversationExport(
                    .init(record),
                    into: &bytes
                )
                start(.messages, into: &bytes)
            case .entries(let list, let position):
                try await readEntries(list, from: position, into: &bytes)
            case .runs(let place):
                try await readRuns(after: place, into: &bytes)
            case .over:
                return nil
            }
        }
        return bytes
    }

    /// Frees the permission for another export; an export that is read to its end has done so.
    public func end() { lease?.end() }

    private mutating func start(_ list: ConversationExport.List, into bytes: inout [UInt8]) {
        export?.start(list, into: &bytes)
        stage = list == .runs ? .runs(after: nil) : .entries(list, position: 0)
    }

    private mutating func readEntries(
        _ list: ConversationExport.List,
        from position: Int,
        into bytes: inout [UInt8]
    ) async throws {
        guard position < entryCount else { return start(list == .messages ? .transcript : .runs, into: &bytes) }
        let page = try await store.entries(of: record.id, from: position, byteLimit: Self.pageBytes)
        guard page.first?.position == position else { throw Gone() }
        for entry in page.prefix(entryCount - position) {
            if let element = try Self.element(of: entry, in: list) { export?.append(element, into: &bytes) }
        }
        stage = .entries(list, position: position + page.count)
    }

    private mutating func readRuns(after place: RunSummary?, into bytes: inout [UInt8]) async throws {
        let page = try await store.runs(of: record.id, after: place, limit: Self.pageRuns)
        for run in page {
            let run = ConversationExport.Run(id: run.id, status: run.status.rawValue, createdAt: run.createdAt)
            export?.append(run.jsonValue, into: &bytes)
        }
        guard page.count < Self.pageRuns else {
            stage = .runs(after: page.last)
            return
        }
        // The retention period may delete runs on its own; if the conversation is gone too, the list would be incomplete.
        guard try await store.conversation(record.id) != nil else { throw Gone() }
        export?.end(into: &bytes)
        stage = .over
        // Before the last bytes are sent, because their reader may ask for the next export at once.
        lease?.end()
    }

    /// Returns an entry as an element of a list; `nil` for an entry that is not shown to people.
    private static func element(
        of entry: TranscriptEntryRecord,
        in list: ConversationExport.List
    ) throws -> JSONValue? {
        guard list == .messages else {
            var element = try JSONValue(parsing: entry.json)
            if entry.supersededAt != nil, case .object(var object) = element {
                object["superseded"] = true
                element = .object(object)
            }
            return element
        }
        guard entry.supersededAt == nil else { return Optional.none }
        // Entries that are not shown need not be parsed.
        guard ["prompt", "response"].contains(entry.kind) else { return Optional.none }
        return switch try Transcript.Entry(jsonValue: JSONValue(parsing: entry.json)) {
        case .prompt(let prompt):
            ConversationExport.Message(role: "user", text: prompt.segments.textNamingAttachments).jsonValue
        case .response(let response):
            ConversationExport.Message(role: "assistant", text: response.segments.textNamingAttachments).jsonValue
        default: Optional.none
        }
    }
}
