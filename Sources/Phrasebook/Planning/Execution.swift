import StreamingJSON

/// How far the calls for a message have come: which of them are made, and which are next.
struct Execution {
    /// A planned call, with the calls that were made for it.
    struct Track {
        var action: Int
        var planned: PlannedCall
        var made: [Turn.Call] = []
        var step: ItemSteps.Step = .done
        /// The steps of a call on items, as far as they have come.
        var steps: ItemSteps?
        var isStarted = false

        /// Whether nothing is left to call.
        var isOver: Bool {
            if case .calls = step { return false }
            return isStarted
        }

        /// The changes that are proposed; empty when there are none.
        var proposed: [Proposal.Change] {
            if case .propose(let changes) = step { changes } else { [] }
        }

        /// The output that the answer is made from.
        var output: String? { steps?.output ?? made.last?.output }
    }

    private(set) var tracks: [Track] = []
    /// The calls to make now; empty when all is done.
    private(set) var pending: [PlannedCall] = []

    private let context: Context

    /// What the calls depend on.
    struct Context {
        var collections: [ItemCollection]
        var listed: [String: ListedItems]
        var language: PhraseLanguage
        var asked: [Asked]
        var isEnabled: (String) -> Bool
        var isReading: (String) -> Bool
        var certainty = ChangeCertainty.certain
    }

    /// Whether changes are proposed in place of being made.
    private var isProposing: Bool

    /// The changes that wait for a person's yes, once all of them are known; `nil` when there are none.
    var proposal: Proposal? {
        let changes = tracks.flatMap(\.proposed)
        return changes.isEmpty || !pending.isEmpty ? nil : Proposal(changes: changes)
    }

    /// Replays the calls that were made for a message.
    init(_ planned: [(action: Int, call: PlannedCall)], made: [Turn.Call], _ context: Context) {
        self.context = context
        isProposing = context.certainty == .plausible
        tracks = planned.map { Track(action: $0.action, planned: $0.call) }
        var rest = made[...]
        // Each round makes a call at least, and no session makes more rounds than this.
        for _ in 0..<64 {
            let calls = advance()
            pending = calls.map(\.call)
            guard !calls.isEmpty, !rest.isEmpty else { return }
            for call in calls {
                guard let done = rest.popFirst() else { return }
                tracks[call.track].made.append(done)
            }
        }
    }

    /// The calls of the next round.
    ///
    /// Changes are made together, once it is known what each of them is: if one of them must be proposed, all are.
    private mutating func advance() -> [(track: Int, call: PlannedCall)] {
        let calls = round()
        guard !isProposing, tracks.contains(where: { $0.proposed.contains { $0.act != .search } }) else {
            return withoutHaste(calls)
        }
        isProposing = true
        return withoutHaste(round())
    }

    /// The calls, without those that change something as long as another change needs to look something up.
    private func withoutHaste(_ calls: [(track: Int, call: PlannedCall)]) -> [(track: Int, call: PlannedCall)] {
        let looks = calls.filter {
            context.isReading($0.call.tool) && !context.isReading(tracks[$0.track].planned.tool)
        }
        return looks.isEmpty ? calls : calls.filter { context.isReading($0.call.tool) }
    }

    private mutating func round() -> [(track: Int, call: PlannedCall)] {
        var calls: [(track: Int, call: PlannedCall)] = []
        var mustWait = false
        for index in tracks.indices {
            let reads = context.isReading(tracks[index].planned.tool)
            // What only looks comes after what changes, for it may show the change.
            guard !(mustWait && reads) else { continue }
            step(index)
            if case .calls(let next) = tracks[index].step { calls += next.map { (index, $0) } }
            if !tracks[index].isOver, !reads { mustWait = true }
        }
        return calls
    }

    private mutating func step(_ index: Int) {
        tracks[index].isStarted = true
        let track = tracks[index]
        let collection = context.collections.first { ItemSteps.applies(to: track.planned, of: $0) }
        guard let collection, !track.planned.isFinal, let listed = context.listed[collection.tools.list] else {
            tracks[index].step =
                !track.made.isEmpty
                ? .done
                : track.planned.isProposed && !track.planned.isFinal
                    ? .propose([Proposal.Change(act: .search, call: track.planned)]) : .calls([track.planned])
            return
        }
        let asked = context.asked.indices.contains(track.action) ? context.asked[track.action] : .anything
        var steps = ItemSteps(
            collection,
            listed,
            asked: asked,
            language: context.language,
            isEnabled: context.isEnabled,
            isProposing: isProposing,
            made: track.made
        )
        tracks[index].step = steps.next(for: track.planned)
        tracks[index].steps = steps
    }
}
