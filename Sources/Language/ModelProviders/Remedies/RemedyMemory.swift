import FoundationEssentials
import StreamingJSON
import Synchronization
import Transport

/// A record of what providers refused in this process, so that later requests are fitted before they are sent.
///
/// It is in memory only: after a restart each provider is asked again.
public final class RemedyMemory: Sendable {
    /// The record of this process, which models use unless another is set.
    public static let shared = RemedyMemory()

    /// A model at an address.
    struct Place: Hashable {
        /// The address of the interface.
        var baseURL: String
        /// The model's name.
        var model: String
    }

    private struct State {
        var edits: [Place: [BodyEdit]] = [:]
        /// The hashes of the refused tools, by their names on the wire and their schemas.
        var tools: [Place: Set<Int>] = [:]
        /// The hashes of the seals that a provider could not open.
        var refusedSeals: Set<Int> = []
        /// The keys with which seals were made, by the seals' hashes.
        var makers: [Int: String] = [:]
        var excluded: [ExcludedTool] = []
        var observer: (@Sendable (ExcludedTool) -> Void)?
    }

    /// The largest number of entries of each kind; others are learned again.
    private static let capacity = 8192
    /// The largest number of tools that are listed, and the most bytes of a name.
    private static let (mostExcluded, longestName) = (1024, 128)

    private let state = Mutex(State())

    /// Makes an empty record.
    public init() {}
}

// MARK: - Tools

extension RemedyMemory {
    /// The tools that requests left out so far, in the order in which they were first left out.
    public var excludedTools: [ExcludedTool] { state.withLock(\.excluded) }

    /// Calls a function once for each tool that is left out from now on; there is one, and another call replaces it.
    ///
    /// The function must return soon.
    public func observeExclusions(_ observer: @escaping @Sendable (ExcludedTool) -> Void) {
        state.withLock { $0.observer = observer }
    }

    /// Records that a request left a tool out.
    ///
    /// A client chooses the names of its tools, so only the beginning of a long one is kept.
    func report(_ tool: ExcludedTool) {
        var tool = tool
        tool.tool = tool.tool.excerpt(upTo: Self.longestName)
        let observer = state.withLock { [tool] state -> (@Sendable (ExcludedTool) -> Void)? in
            // Further ones are not listed, because a client could otherwise replace the server's own tools in the list, and fill the log.
            guard state.excluded.count < Self.mostExcluded, !state.excluded.contains(tool) else { return nil }
            state.excluded.append(tool)
            return state.observer
        }
        observer?(tool)
    }

    /// Records that a model's provider refuses a tool with this schema.
    func refuse(_ tool: String, _ schema: JSONValue, at place: Place) {
        let hash = Self.hash(tool, schema)
        state.withLock { state in
            if state.tools[place]?.count ?? 0 >= Self.capacity || state.tools.count >= Self.capacity {
                state.tools.removeAll()
            }
            state.tools[place, default: []].insert(hash)
        }
    }

    /// Whether a model's provider has refused a tool with this schema.
    func refuses(_ tool: String, _ schema: @autoclosure () -> JSONValue, at place: Place) -> Bool {
        guard let hashes = state.withLock({ $0.tools[place] }) else { return false }
        return hashes.contains(Self.hash(tool, schema()))
    }

    /// Whether a model's provider has refused any tool.
    func refusesTools(at place: Place) -> Bool { state.withLock { $0.tools[place] != nil } }

    private static func hash(_ tool: String, _ schema: JSONValue) -> Int {
        var hasher = Hasher()
        hasher.combine(tool)
        hasher.combine(schema)
        return hasher.finalize()
    }
}

// MARK: - Bodies

extension RemedyMemory {
    /// The edits after which a model's provider accepted requests.
    func edits(at place: Place) -> [BodyEdit] { state.withLock { $0.edits[place] ?? [] } }

    /// Records an edit after which a model's provider accepted a request.
    func record(_ edit: BodyEdit, at place: Place) {
        state.withLock { state in
            if state.edits.count >= Self.capacity { state.edits.removeAll() }
            // A lower limit is the last word about it.
            if case .limit = edit { state.edits[place]?.removeAll { if case .limit = $0 { true } else { false } } }
            if state.edits[place]?.contains(edit) != true { state.edits[place, default: []].append(edit) }
        }
    }
}

// MARK: - Seals

extension RemedyMemory {
    /// Records the key with which a provider made a seal.
    func record(maker keyID: String, of hash: Int) {
        state.withLock { state in
            if state.makers.count >= Self.capacity { state.makers.removeAll() }
            state.makers[hash] = keyID
        }
    }

    /// Returns the key with which a seal was made; `nil` if this process does not know it.
    func maker(of hash: Int) -> String? { state.withLock { $0.makers[hash] } }

    /// Records seals that a provider could not open.
    func refuse(seals: [Int]) {
        state.withLock { state in
            if state.refusedSeals.count >= Self.capacity { state.refusedSeals.removeAll() }
            state.refusedSeals.formUnion(seals)
        }
    }

    /// Whether a provider could not open a seal with this hash.
    func refuses(seal hash: Int) -> Bool { state.withLock { $0.refusedSeals.contains(hash) } }
}
