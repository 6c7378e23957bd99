import StreamingJSON
import Synchronization

/// Remembers which ways to a structured answer a model has refused, so that the next answer begins with the one that works.
///
/// It is in memory only: after a restart each model is asked anew.
public final class StructuredOutputMemory: Sendable {
    /// The memory of this process, which models use unless they are given another.
    public static let shared = StructuredOutputMemory()

    /// A model and the kind of round; what it refuses beside tools it may take without them.
    struct Place: Hashable {
        /// The address of the interface.
        var baseURL: String
        /// The model's name.
        var model: String
        /// Whether the round offers tools.
        var hasTools: Bool
    }

    private struct Note {
        var rungs: Set<StructuredOutputRung> = []
        /// The rungs that were refused for one schema only, by the schema's hash.
        var rungsBySchema: [Int: Set<StructuredOutputRung>] = [:]
    }

    /// More than any server has of either; what is beyond it is learned again.
    private static let capacity = 512

    private let notes = Mutex<[Place: Note]>([:])

    /// An empty memory.
    public init() {}

    /// Notes that a way does not lead to an answer.
    func note(
        _ rung: StructuredOutputRung,
        _ refusal: StructuredOutputLadder.Refusal,
        at place: Place,
        for schema: JSONValue
    ) {
        // Everything can be asked for in words.
        guard rung != .prompted else { return }
        notes.withLock { notes in
            if notes.count >= Self.capacity, notes[place] == nil { notes.removeAll() }
            var note = notes[place] ?? Note()
            switch refusal {
            case .feature: note.rungs.formUnion(rung.isNative ? [.strict, .described] : [rung])
            case .schema:
                if note.rungsBySchema.count >= Self.capacity { note.rungsBySchema.removeAll() }
                note.rungsBySchema[schema.hashValue, default: []].insert(rung)
            }
            notes[place] = note
        }
    }

    /// The ways that are worth a try.
    func worthwhile(
        _ rungs: [StructuredOutputRung],
        at place: Place,
        for schema: JSONValue
    ) -> [StructuredOutputRung] {
        guard let note = notes.withLock({ $0[place] }) else { return rungs }
        let refused = note.rungs.union(note.rungsBySchema[schema.hashValue] ?? [])
        return rungs.filter { !refused.contains($0) }
    }
}
