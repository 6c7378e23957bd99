import LanguageModels

/// The calls of a structured answer: the next request, and the events for the session.
struct StructuredOutputTurn {
    /// The possible rounds.
    let requests: StructuredOutputRequest
    private let check: StructuredAnswerCheck
    private var ladder: StructuredOutputLadder
    /// The current step.
    private(set) var step: StructuredOutputLadder.Step
    private var usage = LanguageModelSession.Usage()
    private var rejected: (answer: String, violations: [String])?

    /// - Parameter rungs: The rungs that are worth an attempt, with and without tools beside them.
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

    /// Whether the model may call tools in the current call.
    var hasTools: Bool { requests.hasTools && rejected == nil }

    /// Returns the round to send.
    func round(by rung: StructuredOutputRung) -> LanguageModelExecutorGenerationRequest {
        guard let rejected else { return requests.question(by: rung) }
        return requests.repair(of: rejected.answer, violations: rejected.violations, by: rung)
    }

    /// Handles a refusal of the round.
    mutating func refused(_ rung: StructuredOutputRung, _ refusal: StructuredOutputLadder.Refusal) {
        step = ladder.refused(rung, refusal)
    }

    /// Handles the end of a round, with calls of tools or an answer.
    ///
    /// - Returns: The remaining events for the session, and whether the answer shows that the provider did not enforce the schema.
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

    /// The reason why there is no valid answer.
    var error: GeneratedContent.ParsingError {
        GeneratedContent.ParsingError(
            rawContent: rejected?.answer ?? "",
            debugDescription:
                "the answer does not fit its schema, nor did the one before it: \(rejected?.violations.first ?? "")"
        )
    }
}

extension StructuredOutputTurn {
    /// Returns the remaining events for a valid value.
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
    /// Adds the usage of another call of the same round.
    fileprivate mutating func add(_ other: LanguageModelSession.Usage?) {
        guard let other else { return }
        // A single count is at most 2^40, so these sums do not overflow.
        input.totalTokenCount += other.input.totalTokenCount
        input.cachedTokenCount += other.input.cachedTokenCount
        input.writtenTokenCount += other.input.writtenTokenCount
        input.longWrittenTokenCount += other.input.longWrittenTokenCount
        output.totalTokenCount += other.output.totalTokenCount
        output.reasoningTokenCount += other.output.reasoningTokenCount
    }
}
