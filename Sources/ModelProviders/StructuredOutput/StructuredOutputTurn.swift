import LanguageModels

/// The calls that a structured answer takes: what to ask next, and what to tell the session of what has come.
struct StructuredOutputTurn {
    /// The rounds that can be asked for.
    let requests: StructuredOutputRequest
    private let check: StructuredAnswerCheck
    private var ladder: StructuredOutputLadder
    /// What to do now.
    private(set) var step: StructuredOutputLadder.Step
    private var usage = LanguageModelSession.Usage()
    private var rejected: (answer: String, violations: [String])?

    /// - Parameter rungs: The ways that are worth a try, with and without tools beside them.
    init(
        _ request: LanguageModelExecutorGenerationRequest,
        schema: GenerationSchema,
        abilities: StructuredOutputAbilities,
        rungs: (_ besideTools: Bool) -> [StructuredOutputRung]
    ) {
        requests = StructuredOutputRequest(request, schema: schema, abilities: abilities)
        check = StructuredAnswerCheck(schema)
        ladder = StructuredOutputLadder(questionRungs: rungs(requests.hasTools), repairRungs: rungs(false))
        step = ladder.begin()
    }

    /// Whether the model may call tools in the call that is made now.
    var hasTools: Bool { requests.hasTools && rejected == nil }

    /// The round to send.
    func round(by rung: StructuredOutputRung) -> LanguageModelExecutorGenerationRequest {
        guard let rejected else { return requests.question(by: rung) }
        return requests.repair(of: rejected.answer, violations: rejected.violations, by: rung)
    }

    /// The provider has refused the round.
    mutating func refused(_ rung: StructuredOutputRung, _ refusal: StructuredOutputLadder.Refusal) {
        step = ladder.refused(rung, refusal)
    }

    /// The model has called tools or answered.
    ///
    /// - Returns: What is left to tell the session, and whether the answer shows that the rung does nothing.
    mutating func ended(
        by rung: StructuredOutputRung,
        _ outcome: StructuredAnswerReader.Outcome
    ) -> (events: [ModelStreamEvent], isUnenforced: Bool) {
        usage.add(outcome.usage)
        let count = ModelStreamEvent.usage(usage, ofCalls: outcome.hasToolCalls)
        guard !outcome.hasToolCalls else {
            step = .finish
            return (outcome.text.isEmpty ? [count] : [.metadata(outcome.metadata), count], false)
        }
        switch check.finding(in: outcome.text) {
        case .value(let value, let isExtracted):
            let report = StructuredOutputReport(
                rung: rung,
                isExtracted: isExtracted,
                isRepaired: rejected != nil
            )
            step = ladder.answered(by: rung, .fits)
            let events = Self.events(for: value, of: outcome, report) + [count]
            return (events, isUnenforced(rung, outcome, isOutOfShape: isExtracted))
        case .fault(let violations, let isOutOfShape):
            let isUnenforced = isUnenforced(rung, outcome, isOutOfShape: isOutOfShape)
            rejected = (outcome.text, violations)
            step = ladder.answered(by: rung, isUnenforced ? .isUnenforced : .doesNotFit)
            return (outcome.shown.isEmpty ? [count] : [.replaceText(""), count], isUnenforced)
        }
    }

    /// Why there is no answer that fits.
    var error: GeneratedContent.ParsingError {
        GeneratedContent.ParsingError(
            rawContent: rejected?.answer ?? "",
            debugDescription:
                "the answer does not fit its schema, nor did the one before it: \(rejected?.violations.first ?? "")"
        )
    }
}

extension StructuredOutputTurn {
    /// What is left to tell of a value that fits.
    private static func events(
        for value: String,
        of outcome: StructuredAnswerReader.Outcome,
        _ report: StructuredOutputReport
    ) -> [ModelStreamEvent] {
        var events: [ModelStreamEvent] = []
        if outcome.shown.isEmpty {
            events.append(.text(value))
        } else if value != outcome.shown {
            events.append(.replaceText(value))
        }
        return events + [.metadata(outcome.metadata.merging(report.metadata) { $1 })]
    }

    private func isUnenforced(
        _ rung: StructuredOutputRung,
        _ outcome: StructuredAnswerReader.Outcome,
        isOutOfShape: Bool
    ) -> Bool {
        switch rung {
        case .strict, .described: isOutOfShape
        case .tool: requests.forcesCalls && !outcome.isCall
        case .prompted: false
        }
    }
}

extension LanguageModelSession.Usage {
    /// A round of several calls has used what all of them have.
    fileprivate mutating func add(_ other: LanguageModelSession.Usage?) {
        guard let other else { return }
        // A single count is 2^40 at most, so that these sums do not overflow.
        input.totalTokenCount += other.input.totalTokenCount
        input.cachedTokenCount += other.input.cachedTokenCount
        output.totalTokenCount += other.output.totalTokenCount
        output.reasoningTokenCount += other.output.reasoningTokenCount
    }
}
