/// Decides for one round which of several models are asked, whose answer counts, and when there is none.
///
/// The first model to say something is the one that answers. Until then a fault may lead to the next model, as ``FaultClass``
/// says; from then on its fault is the round's, for what was heard cannot be taken back.
struct RouterStateMachine {
    /// What is known of a model.
    struct Member: Equatable {
        /// How many tokens it can read; `nil` when that is not known.
        var contextSize: Int?
        /// Whether it may be asked while another one is still silent.
        var mayHedge = true
    }

    enum Action: Equatable {
        /// Ask a model.
        case start(Int)
        /// Ask a model no longer.
        case cancel(Int)
        /// Call ``timerFired(_:)`` with this number once the delay of hedging is over.
        case arm(timer: Int)
        /// The round is whole.
        case succeed
        /// The round ends with what this model threw.
        case fail(Int)
    }

    private let members: [Member]
    private let hedges: Bool
    private var waiting: [Int]
    private var underway: [Int] = []
    private var timer = 0
    private var isOver = false
    /// The one whose fault can be mended by a shorter conversation: it is worth more to the caller than what came after it.
    private var tooSmall: Int?
    /// The model that answers.
    private(set) var speaker: Int?

    /// - Parameters:
    ///   - order: The models in the order in which they are asked; one at least.
    ///   - hedges: Whether a silent model is joined by the next one after a while.
    init(members: [Member], order: [Int], hedges: Bool) {
        self.members = members
        self.hedges = hedges
        waiting = order
    }

    mutating func start() -> [Action] { next { _ in true } }

    /// A model has said something.
    mutating func spoke(_ member: Int) -> [Action] {
        guard !isOver, speaker == nil, underway.contains(member) else { return [] }
        speaker = member
        return cancelOthers(than: member)
    }

    /// A model has ended its round.
    mutating func ended(_ member: Int) -> [Action] {
        guard !isOver, underway.contains(member), speaker ?? member == member else { return [] }
        // Without a word: an empty answer is one.
        speaker = member
        isOver = true
        return cancelOthers(than: member) + [.succeed]
    }

    /// A model has thrown.
    mutating func failed(_ member: Int, _ fault: Fault) -> [Action] {
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

    /// The delay of hedging is over.
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

    /// Whether a model is known to read more than the one that could not read enough.
    private func canRead(_ candidate: Int, _ fault: Fault, failed member: Int) -> Bool {
        guard let size = members[candidate].contextSize else { return false }
        if fault.tokenCount > 0 { return size >= fault.tokenCount }
        let limit = fault.contextSize > 0 ? fault.contextSize : members[member].contextSize
        return limit.map { size > $0 } ?? false
    }
}
