import StreamingJSON
import Synchronization

/// A record of the rungs that a model has refused, so that the next answer starts with one that works.
///
/// It is in memory only: after a restart each model is asked again.
public final class StructuredOutputMemory: Sendable {
    /// The record of this process, which models use unless another is set.
    public static let shared = StructuredOutputMemory()

    /// A model and the kind of round.
    ///
    /// A model may support a rung without tools that it refuses beside tools.
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

    /// The largest number of places, and of schemas at a place; others are learned again.
    private static let capacity = 512

    private let notes = Mutex<[Place: Note]>([:])

    /// Makes an empty record.
    public init() {}

    /// Records that a rung does not lead to an answer.
    func record(
        _ rung: StructuredOutputRung,
        _ refusal: StructuredOutputLadder.Refusal,
        at place: Place,
        for schema: JSONValue
    ) {
        // The prompted rung is always possible.
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

    /// Returns the rungs that are worth an attempt.
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
