import StreamingJSON

/// The first faults of a request and the number of the others, so that the answer stays small however faulty the request is.
///
/// As a collection it has the faults that are kept.
public struct FaultList: Sendable, Equatable {
    /// The most faults that are kept.
    public static let limit = 20

    /// The most bytes of a pointer.
    static let pointerLimit = 160
    /// The most bytes of a detail.
    static let detailLimit = 320

    private var kept: [WireError.Fault] = []
    /// The number of faults that were found beyond those that are kept.
    public private(set) var omittedCount = 0

    /// Makes an empty list.
    public init() {}

    /// Makes a list of the first of these faults.
    public init(_ faults: some Sequence<WireError.Fault>) {
        for fault in faults { append(fault) }
    }

    /// The number of all faults that were found.
    public var totalCount: Int { kept.count + omittedCount }

    /// Whether another fault would only be counted; a caller can then save the work of wording it.
    var isFull: Bool { kept.count >= Self.limit }

    /// Adds a fault, with a long pointer or detail cut; a full list only counts it.
    public mutating func append(_ fault: WireError.Fault) {
        guard !isFull else { return omit(1) }
        kept.append(
            .init(
                pointer: fault.pointer.shortened(to: Self.pointerLimit),
                detail: fault.detail.shortened(to: Self.detailLimit),
                kind: fault.kind
            )
        )
    }

    /// Adds the faults of another list, and its count of the others.
    mutating func append(contentsOf other: FaultList) {
        for fault in other { append(fault) }
        omit(other.omittedCount)
    }

    /// Counts faults without wording them.
    mutating func omit(_ count: Int) { omittedCount += count }
}

extension FaultList: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of faults that are kept.
    public var endIndex: Int { kept.count }

    /// A fault that is kept.
    public subscript(position: Int) -> WireError.Fault { kept[position] }
}

extension FaultList: ExpressibleByArrayLiteral {
    /// Makes a list of the first of these faults.
    public init(arrayLiteral faults: WireError.Fault...) { self.init(faults) }
}

extension FaultList: CustomStringConvertible {
    /// The most bytes of the description, without the count at its end.
    private static let descriptionLimit = 1024

    /// The first faults in one sentence each, as many as fit into about a kilobyte, and the number of the others.
    public var description: String {
        var text = ""
        var left = totalCount
        for fault in kept {
            let sentence = (text.isEmpty ? "" : "; ") + "\(fault.pointer): \(fault.detail)"
            guard text.isEmpty || text.utf8.count + sentence.utf8.count <= Self.descriptionLimit else { break }
            text += sentence
            left -= 1
        }
        return left > 0 ? text + "; and \(left) more" : text
    }
}
