/// The decisions of one round: which of several models are asked, whose answer counts, and when there is none.
///
/// The first model to send something is the one that answers. Before that, a fault may lead to the next model, as ``FaultClass`` decides.
/// After that, its fault is the fault of the round, because a reader has already seen a part of the answer.
struct RouterStateMachine {
    /// The properties of a model that the decisions use.
    struct Member: Equatable {
        /// The number of tokens that it can read; `nil` if that is unknown.
        var contextSize: Int?
        /// Whether it may be asked while another model is still silent.
        var mayHedge = true
    }

    enum Action: Equatable {
        /// Ask a model.
        case start(Int)
        /// Stop asking a model.
        case cancel(Int)
        /// Call ``timerFired(_:)`` with this number after the hedging delay.
        case arm(timer: Int)
        /// The round is complete.
        case succeed
        /// The round ends with this model's error.
        case fail(Int)
    }

    private let members: [Member]
    private let hedges: Bool
    private var waiting: [Int]
    private var underway: [Int] = []
    private var timer = 0
    private var isOver = false
    /// The model whose fault a shorter conversation would avoid.
    ///
    /// Its error helps the caller more than later ones.
    private var tooSmall: Int?
    /// The model that answers.
    private(set) var speaker: Int?

    /// - Parameters:
    ///   - order: The models in the order in which they are asked, at least one.
    ///   - hedges: Whether the next model joins a silent one after a delay.
    init(members: [Member], order: [Int], hedges: Bool) {
        self.members = members
        self.hedges = hedges
        waiting = order
    }

    mutating func start() -> [Action] { next { _ in true } }

    /// Handles the first event of a model.
    mutating func spoke(_ member: Int) -> [Action] {
        guard !isOver, speaker == nil, underway.contains(member) else { return [] }
        speaker = member
        return cancelOthers(than: member)
    }

    /// Handles the end of a model's round.
    mutating func ended(_ member: Int) -> [Action] {
        guard !isOver, underway.contains(member), speaker ?? member == member else { return [] }
        // The model sent nothing: an empty answer is an answer.
        speaker = member
        isOver = true
        return cancelOthers(than: member) + [.succeed]
    }

    /// Handles a model's error.
    mutating func failed(_ member: Int, _ fault: ClassifiedFault) -> [Action] {
        guard !isOver, let index = underway.firstIndex(of: member) else { return [] }
        underway.remove(at: index)
        if speaker == member { return fail(member) }
        switch fault.kind.move {
        case .stay: return fail(member)
        case .toNext: break
        case .toLarger:
            tooSmall = tooSmall ?? member
            waiting = waiting.filter { canRead($0, fault, failed: member) }
        }
        let actions = next { _ in true }
        guard actions.isEmpty, underway.isEmpty else { return actions }
        return fail(tooSmall ?? member)
    }

    /// Handles the end of the hedging delay.
    mutating func timerFired(_ number: Int) -> [Action] {
        guard !isOver, speaker == nil, number == timer else { return [] }
        let members = members
        return next { members[$0].mayHedge }
    }

    private mutating func next(where mayStart: (Int) -> Bool) -> [Action] {
        guard let index = waiting.firstIndex(where: mayStart) else { return [] }
        let member = waiting.remove(at: index)
        underway.append(member)
        timer += 1
        let canHedge = hedges && waiting.contains { members[$0].mayHedge }
        return [.start(member)] + (canHedge ? [.arm(timer: timer)] : [])
    }

    private mutating func fail(_ member: Int) -> [Action] {
        isOver = true
        return cancelOthers(than: member) + [.fail(member)]
    }

    private mutating func cancelOthers(than member: Int) -> [Action] {
        defer { underway.removeAll { $0 != member } }
        return underway.filter { $0 != member }.map { .cancel($0) }
    }

    /// Whether a model is known to have a larger context than the one whose context was too small.
    private func canRead(_ candidate: Int, _ fault: ClassifiedFault, failed member: Int) -> Bool {
        guard let size = members[candidate].contextSize else { return false }
        if fault.tokenCount > 0 { return size >= fault.tokenCount }
        let limit = fault.contextSize > 0 ? fault.contextSize : members[member].contextSize
        return limit.map { size > $0 } ?? false
    }
}
