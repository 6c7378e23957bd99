/// Decides how to ask for a structured answer, and what to do when that is refused or the answer does not fit.
///
/// It goes down from rung to rung for as long as the provider refuses them. An answer that does not fit gets one repair turn,
/// which may go down as well; a second answer that does not fit is the end.
struct StructuredOutputLadder {
    /// What to do next.
    enum Step: Equatable {
        /// Ask for the answer.
        case ask(StructuredOutputRung)
        /// Show the model what is wrong with its answer, and ask once more.
        case repair(StructuredOutputRung)
        /// The answer fits.
        case finish
        /// There is no way left.
        case giveUp
    }

    /// What a refusal is about.
    enum Refusal: Equatable {
        /// The way as such, for any schema.
        case feature
        /// This schema.
        case schema
    }

    /// What an answer is worth.
    enum Verdict: Equatable {
        /// It keeps to the schema.
        case fits
        /// It does not, though the rung may still be of use.
        case doesNotFit
        /// It does not, and shows that nobody held it to the schema.
        case isUnenforced
    }

    private var questionRungs: [StructuredOutputRung]
    private var repairRungs: [StructuredOutputRung]
    private var isRepairing = false

    /// - Parameters:
    ///   - questionRungs: The ways to ask, the best one first.
    ///   - repairRungs: Those for the repair turn, in which no tools are offered.
    init(questionRungs: [StructuredOutputRung], repairRungs: [StructuredOutputRung]) {
        self.questionRungs = questionRungs
        self.repairRungs = repairRungs
    }

    /// What to do first.
    func begin() -> Step { next }

    /// The provider has refused a rung, or the dialect has no words for it.
    mutating func refused(_ rung: StructuredOutputRung, _ refusal: Refusal) -> Step {
        abandon { $0 == rung || refusal == .feature && rung.isNative && $0.isNative }
        return next
    }

    /// The model has answered.
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
