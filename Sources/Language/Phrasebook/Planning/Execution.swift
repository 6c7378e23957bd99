import StreamingJSON

/// The progress of the calls for a message: the calls made, and the next ones.
struct Execution: Sendable {
    /// A planned call, with the calls made for it.
    struct Track: Sendable {
        var action: Int
        var planned: PlannedCall
        var made: [Turn.Call] = []
        var step: ItemSteps.Step = .done
        /// The steps of a call on items, as far as they have been executed.
        var steps: ItemSteps?
        var isStarted = false
        /// The inputs of the current step: the number of calls made, and whether changes are proposed.
        var worked: (calls: Int, isProposing: Bool)?

        /// Whether no call is left.
        var isOver: Bool {
            if case .calls = step { return false }
            return isStarted
        }

        /// The proposed changes; empty if there are none.
        var proposed: [Proposal.Change] {
            if case .propose(let changes) = step { changes } else { [] }
        }

        /// The output from which the answer is made.
        var output: String? { steps?.output ?? made.last?.output }
    }

    private(set) var tracks: [Track] = []
    /// The calls to make now; empty if all are done.
    private(set) var pending: [PlannedCall] = []

    private let context: Context

    /// The declarations and settings on which the calls depend.
    struct Context: Sendable {
        var collections: [ItemCollection]
        var listed: [String: ListedItems]
        var language: PhraseLanguage
        var asked: [RequestedAnswer]
        var isEnabled: @Sendable (String) -> Bool
        var isReading: @Sendable (String) -> Bool
        var certainty = ChangeCertainty.certain
        /// The steps around the calls of some tools, by the tools' names.
        var preparations: [String: CallPreparation] = [:]
        var situation = CallPreparation.Situation(language: .english)
    }

    /// Whether changes are proposed instead of made.
    private var isProposing: Bool

    /// The changes that wait for a person's yes, once all of them are known; `nil` if there are none.
    var proposal: Proposal? {
        let changes = tracks.flatMap(\.proposed)
        return changes.isEmpty || !pending.isEmpty ? nil : Proposal(changes: changes)
    }

    /// The calls processed so far.
    private var made: [Turn.Call] = []
    /// The running calls, with their tracks.
    private var waiting: [(track: Int, call: PlannedCall)] = []
    /// The number of rounds so far.
    private var roundCount = 0
    /// The maximum number of rounds: each makes at least one call, and no session makes more than this.
    private static let roundLimit = 64

    /// Replays the calls that were made for a message.
    init(_ planned: [(action: Int, call: PlannedCall)], made: [Turn.Call], _ context: Context) {
        self.context = context
        isProposing = context.certainty == .plausible
        tracks = planned.map { Track(action: $0.action, planned: $0.call) }
        waiting = advance()
        resume(with: made)
    }

    /// Returns whether `calls` starts with the processed calls and may continue from there.
    func leads(to calls: [Turn.Call]) -> Bool {
        // If only some calls of a round were made, all of them count as running.
        made.count + waiting.count <= calls.count && calls.starts(with: made)
    }

    /// Processes more calls; `calls` are all calls made so far.
    mutating func resume(with calls: [Turn.Call]) {
        pending = waiting.map(\.call)
        while !waiting.isEmpty, made.count + waiting.count <= calls.count, roundCount < Self.roundLimit {
            for (offset, call) in waiting.enumerated() { tracks[call.track].made.append(calls[made.count + offset]) }
            made += calls[made.count..<made.count + waiting.count]
            roundCount += 1
            waiting = advance()
            pending = waiting.map(\.call)
        }
    }

    /// Returns the calls of the next round.
    ///
    /// Changes are made together, once each of them is known: if one of them must be proposed, all are.
    private mutating func advance() -> [(track: Int, call: PlannedCall)] {
        let calls = round()
        guard !isProposing, tracks.contains(where: { $0.proposed.contains { $0.act != .search } }) else {
            return postponingChanges(calls)
        }
        isProposing = true
        return postponingChanges(round())
    }

    /// Returns the calls, without those that change something while another change still needs a lookup.
    private func postponingChanges(_ calls: [(track: Int, call: PlannedCall)]) -> [(track: Int, call: PlannedCall)] {
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
            // Lookups follow changes because they may show the result of a change.
            guard !(mustWait && reads) else { continue }
            step(index)
            if case .calls(let next) = tracks[index].step { calls += next.map { (index, $0) } }
            if !tracks[index].isOver, !reads { mustWait = true }
        }
        return calls
    }

    private mutating func step(_ index: Int) {
        tracks[index].isStarted = true
        if let worked = tracks[index].worked, worked == (tracks[index].made.count, isProposing) { return }
        let track = tracks[index]
        tracks[index].worked = (track.made.count, isProposing)
        if let preparation = context.preparations[track.planned.tool] {
            tracks[index].step = track.next(by: preparation, in: context.situation)
            return
        }
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

extension Execution.Track {
    /// Returns the next step of a call that is prepared.
    fileprivate func next(
        by preparation: CallPreparation,
        in situation: CallPreparation.Situation
    ) -> ItemSteps.Step {
        let made = made.map { CallPreparation.Call(tool: $0.tool, arguments: $0.arguments, output: $0.output) }
        switch preparation.next(planned.arguments, made, situation) {
        case .ask(let question, let argument, let takesWords):
            return .request(question, argument: argument, takesWords: takesWords)
        case .answer(let text): return .refuse(text)
        case .calls(let calls):
            return .calls(calls.map { PlannedCall(tool: $0.tool, arguments: $0.arguments, subject: "") })
        }
    }
}
