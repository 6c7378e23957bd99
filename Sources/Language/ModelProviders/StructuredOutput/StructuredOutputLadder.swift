/// The decisions about a structured answer: which rung to use, and what to do after a refusal or an invalid answer.
///
/// The ladder descends from rung to rung as long as the provider refuses them. An invalid answer gets one repair turn, which may descend as
/// well; a second invalid answer ends the ladder.
struct StructuredOutputLadder {
    /// The next step.
    enum Step: Equatable {
        /// Ask for the answer.
        case ask(StructuredOutputRung)
        /// Show the model the violations in its answer, and ask once more.
        case repair(StructuredOutputRung)
        /// The answer fits.
        case finish
        /// No rung is left.
        case giveUp
    }

    /// The subject of a refusal.
    enum Refusal: Equatable {
        /// The rung as such, for any schema.
        case feature
        /// This schema.
        case schema
    }

    /// The verdict on an answer.
    enum Verdict: Equatable {
        /// The answer is valid.
        case fits
        /// The answer is invalid, but the rung may still be useful.
        case doesNotFit
        /// The answer is invalid in a way that shows that the provider did not enforce the schema.
        case isUnenforced
    }

    private var questionRungs: [StructuredOutputRung]
    private var repairRungs: [StructuredOutputRung]
    private var isRepairing = false

    /// - Parameters:
    ///   - questionRungs: The rungs of the question, the best one first.
    ///   - repairRungs: The rungs of the repair turn, in which no tools are offered.
    init(questionRungs: [StructuredOutputRung], repairRungs: [StructuredOutputRung]) {
        self.questionRungs = questionRungs
        self.repairRungs = repairRungs
    }

    /// Returns the first step.
    func begin() -> Step { next }

    /// Handles a refusal of a rung by the provider, or by the dialect if it does not support the rung.
    mutating func refused(_ rung: StructuredOutputRung, _ refusal: Refusal) -> Step {
        abandon { $0 == rung || refusal == .feature && rung.isNative && $0.isNative }
        return next
    }

    /// Handles an answer of the model.
    mutating func answered(by rung: StructuredOutputRung, _ verdict: Verdict) -> Step {
        guard verdict != .fits else { return .finish }
        guard !isRepairing else { return .giveUp }
        isRepairing = true
        if verdict == .isUnenforced { abandon { $0 == rung || rung.isNative && $0.isNative } }
        return next
    }

    private mutating func abandon(_ isUseless: (StructuredOutputRung) -> Bool) {
        questionRungs.removeAll(where: isUseless)
        repairRungs.removeAll(where: isUseless)
    }

    private var next: Step {
        if isRepairing { return repairRungs.first.map(Step.repair) ?? .giveUp }
        return questionRungs.first.map(Step.ask) ?? .giveUp
    }
}
