/// The decisions of a turn: its next action, its entries and its outcomes.
///
/// The state machine has no effects of its own. Only complete rounds enter the transcript: a round's calls are added
/// together with their outputs.
struct TurnStateMachine {
    enum Action: Equatable {
        /// Request the next round from the model.
        case generate
        /// Run these calls.
        case run([Transcript.ToolCall])
        /// End the turn, which has its answer or waits for pending calls.
        case finish
    }

    /// A round whose calls still lack outputs.
    private struct OpenRound {
        var calls: Transcript.ToolCalls
        /// The entries of the round before its outputs; empty if the transcript has them already.
        var opening: [Transcript.Entry]
        var outcomes: [ToolOutcome]
        var waiting: [PendingToolCall]
    }

    private let maximumRounds: Int
    private var roundCount: Int
    private var open: OpenRound?
    /// The approved calls to run next.
    private var approvedCalls: [Transcript.ToolCall] = []
    /// The conversation so far, including this turn.
    private(set) var transcript: Transcript
    /// The entries, outcomes and usage of this turn so far.
    private(set) var turn: LanguageModelSession.Turn

    /// Starts a turn with a prompt.
    init(
        prompt: Transcript.Prompt,
        after transcript: Transcript,
        maximumRounds: Int
    ) throws(LanguageModelSession.TurnError) {
        let unanswered = transcript.unansweredCalls
        guard unanswered.isEmpty else { throw .callsPending(ids: unanswered.map(\.id)) }
        self.maximumRounds = maximumRounds
        self.transcript = transcript
        self.transcript.orderOutputs()
        self.transcript.append(.prompt(prompt))
        turn = LanguageModelSession.Turn(entries: [.prompt(prompt)])
        roundCount = 0
    }

    /// Continues a turn that was suspended because of calls.
    ///
    /// - Parameters:
    ///   - resolutions: The resolutions of the calls. A resolution of a call that has an output already is ignored,
    /// because a client may send it twice; of two resolutions for one call the first counts.
    ///   - need: Returns the kind of resolution that a call waits for.
    ///   - faultText: Returns the model's text for a call that was declined.
    init(
        resuming resolutions: [ToolResolution],
        of transcript: Transcript,
        maximumRounds: Int,
        need: (Transcript.ToolCall) -> PendingToolCall.Need,
        faultText: (ToolFault) -> String
    ) throws(LanguageModelSession.TurnError) {
        guard let calls = transcript.lastRound?.calls, !transcript.unansweredCalls.isEmpty else { throw .notSuspended }
        var round = OpenRound(calls: calls, opening: [], outcomes: [], waiting: [])
        var approved: [Transcript.ToolCall] = []
        if let stray = resolutions.first(where: { resolution in !calls.contains { $0.id == resolution.id } }) {
            throw .unknownCall(id: stray.id)
        }
        for call in transcript.unansweredCalls {
            let pending = PendingToolCall(call: call, need: need(call))
            guard let resolution = resolutions.first(where: { $0.id == call.id }) else {
                round.waiting.append(pending)
                continue
            }
            guard resolution.fits(pending.need) else { throw .resolutionDoesNotFit(id: call.id) }
            if case .approval = resolution {
                approved.append(call)
            } else {
                round.outcomes.append(ToolOutcome(of: call, as: resolution, faultText: faultText))
            }
        }
        self.maximumRounds = maximumRounds
        self.transcript = transcript
        self.transcript.orderOutputs()
        turn = LanguageModelSession.Turn(entries: [])
        roundCount = transcript.roundsOfLastTurn
        open = round
        approvedCalls = approved
    }

    /// Returns the first action, and the outcomes that are known from the start.
    func start() -> (action: Action, outcomes: [ToolOutcome]) {
        guard let open else { return (.generate, []) }
        return (.run(approvedCalls), open.outcomes)
    }
}

// MARK: - Rounds

extension TurnStateMachine {
    /// Handles the end of a round of the model.
    ///
    /// - Parameter execution: Returns the way in which a call gets its output.
    mutating func roundEnded(
        _ entries: [Transcript.Entry],
        usage: LanguageModelSession.Usage,
        execution: (Transcript.ToolCall) -> ToolExecution
    ) throws(LanguageModelSession.TurnError) -> Action {
        turn.usage.add(usage)
        guard case .toolCalls(let calls) = entries.last else {
            add(entries)
            turn.response = Self.merged(entries)
            return .finish
        }
        // Checked before the calls run, because the model could not read their outputs any more.
        guard roundCount < maximumRounds else { throw .tooManyToolRounds(limit: maximumRounds) }
        roundCount += 1
        var round = OpenRound(calls: calls, opening: entries, outcomes: [], waiting: [])
        var runnable: [Transcript.ToolCall] = []
        for call in calls {
            switch execution(call) {
            case .immediate: runnable.append(call)
            case .afterApproval: round.waiting.append(PendingToolCall(call: call, need: .approval))
            case .external: round.waiting.append(PendingToolCall(call: call, need: .output))
            }
        }
        open = round
        return .run(runnable)
    }

    /// Handles the end of the calls.
    mutating func callsEnded(_ outcomes: [ToolOutcome]) -> Action {
        guard var round = open else { return .generate }
        open = nil
        let order = Dictionary(round.calls.enumerated().map { ($1.id, $0) }) { first, _ in first }
        round.outcomes = (round.outcomes + outcomes)
            .sorted { order[$0.call.id, default: .max] < order[$1.call.id, default: .max] }
        add(round.opening + round.outcomes.map { .toolOutput($0.output) })
        // Outputs that were pending are sorted between the others.
        if let outputs = transcript.lastRound?.outputs { transcript.orderOutputs(from: outputs.lowerBound - 1) }
        turn.outcomes += round.outcomes
        turn.pendingCalls = round.waiting
        return round.waiting.isEmpty ? .generate : .finish
    }

    private mutating func add(_ entries: [Transcript.Entry]) {
        transcript += entries
        turn.entries += entries
    }

    /// Returns the answers of a round merged into one.
    private static func merged(_ entries: [Transcript.Entry]) -> Transcript.Response {
        let answers = entries.compactMap { if case .response(let response) = $0 { response } else { nil } }
        guard var whole = answers.last, answers.count > 1 else { return answers.last ?? .init(segments: []) }
        whole.segments = answers.flatMap(\.segments)
        return whole
    }
}

extension ToolOutcome {
    /// Makes the outcome of a call that was not run here.
    fileprivate init(of call: Transcript.ToolCall, as resolution: ToolResolution, faultText: (ToolFault) -> String) {
        let segments: [Transcript.Segment]
        var (isError, isDeclined) = (true, false)
        switch resolution {
        case .output(let output):
            segments = output.segments
            isError = false
        case .failure(_, let message), .refusal(_, let message): segments = [.text(.init(content: message))]
        case .rejection(_, let reason):
            segments = [.text(.init(content: faultText(.declined(tool: call.toolName, reason: reason))))]
            isDeclined = true
        case .approval: segments = []
        }
        self.init(
            call: call,
            output: .init(id: call.id, toolName: call.toolName, segments: segments),
            isError: isError,
            artifacts: [],
            duration: .zero,
            isDeclined: isDeclined
        )
    }
}
