import StreamingJSON

/// The steps that an evaluation may still use.
///
/// The nodes of the document are counted only if the steps for any document do not suffice, because most queries touch
/// a small part of it.
struct StepBudget {
    /// The characters that are one step when they are compared or tried by a pattern.
    static let charactersPerStep = 64

    private let limits: JSONQuery.Limits
    private let document: JSONValue
    private var total: Int
    private var left: Int
    private var isExtended = false

    init(limits: JSONQuery.Limits, document: JSONValue) {
        self.limits = limits
        self.document = document
        total = limits.baseSteps
        left = limits.baseSteps
    }

    /// The steps used so far.
    var spent: Int { total - left }

    /// Uses steps.
    @inline(__always)
    mutating func spend(_ steps: Int) throws(JSONQueryError) {
        left -= steps
        if left < 0 { try extend() }
    }

    /// Uses the steps for reading characters, at least one.
    mutating func spend(characters: Int) throws(JSONQueryError) { try spend(1 + characters / Self.charactersPerStep) }

    /// Runs work that counts its own finer steps, one for each character.
    ///
    /// - Parameter work: Reduces the steps by those it used, and returns `nil` if they did not suffice.
    mutating func run<Result>(_ work: (inout Int) -> Result?) throws(JSONQueryError) -> Result {
        while true {
            let offered = min(max(left, 0), Int.max / Self.charactersPerStep) * Self.charactersPerStep
            var rest = offered
            if let result = work(&rest) {
                try spend(characters: offered - rest)
                return result
            }
            if isExtended { throw .workLimit(total) }
            addStepsOfNodes()
        }
    }

    private mutating func extend() throws(JSONQueryError) {
        if !isExtended { addStepsOfNodes() }
        if left < 0 { throw .workLimit(total) }
    }

    private mutating func addStepsOfNodes() {
        isExtended = true
        let (product, isOver) = limits.stepsPerNode.multipliedReportingOverflow(by: document.nodeCount)
        let added = isOver ? Int.max / 2 : min(product, Int.max / 2)
        total += added
        left += added
    }
}

extension JSONValue {
    /// The number of values in this one, itself included.
    var nodeCount: Int {
        var count = 1
        var open = [self]
        while let value = open.popLast() {
            switch value {
            case .array(let elements):
                count += elements.count
                for element in elements where element.isContainer { open.append(element) }
            case .object(let members):
                count += members.count
                for (_, member) in members where member.isContainer { open.append(member) }
            default: break
            }
        }
        return count
    }

    /// Whether this is an array or an object.
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
