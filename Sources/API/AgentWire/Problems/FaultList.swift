import StreamingJSON

/// The first faults of a request and the number of the others, so that the response stays small for any number of faults.
///
/// As a collection it contains the stored faults.
public struct FaultList: Sendable, Equatable {
    /// The maximum number of stored faults.
    public static let limit = 20

    /// The maximum number of bytes in a pointer.
    static let pointerLimit = 160
    /// The maximum number of bytes in a detail.
    static let detailLimit = 320

    private var kept: [WireError.Fault] = []
    /// The number of faults beyond the stored ones.
    public private(set) var omittedCount = 0

    /// Makes an empty list.
    public init() {}

    /// Makes a list of the first faults of a sequence.
    public init(_ faults: some Sequence<WireError.Fault>) {
        for fault in faults { append(fault) }
    }

    /// The number of all faults.
    public var totalCount: Int { kept.count + omittedCount }

    /// Whether another fault would only be counted; a caller then need not compose its detail.
    var isFull: Bool { kept.count >= Self.limit }

    /// Appends a fault and shortens a long pointer or detail; a full list only counts the fault.
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

    /// Appends the faults of another list, and adds its count of omitted ones.
    mutating func append(contentsOf other: FaultList) {
        for fault in other { append(fault) }
        omit(other.omittedCount)
    }

    /// Counts faults without details.
    mutating func omit(_ count: Int) { omittedCount += count }
}

extension FaultList: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of stored faults.
    public var endIndex: Int { kept.count }

    /// A stored fault.
    public subscript(position: Int) -> WireError.Fault { kept[position] }
}

extension FaultList: ExpressibleByArrayLiteral {
    /// Makes a list of the first of these faults.
    public init(arrayLiteral faults: WireError.Fault...) { self.init(faults) }
}

extension FaultList: CustomStringConvertible {
    /// The first faults in one sentence each, up to about a kilobyte, and the number of the others.
    public var description: String { description { $0 } }

    /// The maximum number of bytes in a description, without the count at its end.
    private static let descriptionLimit = 1024

    /// Describes the first faults, with the places of fields in another notation; the whole body has none.
    func description(_ place: (String) -> String?) -> String {
        var text = ""
        var left = totalCount
        for fault in kept {
            let sentence = (text.isEmpty ? "" : "; ") + "\(place(fault.pointer) ?? "the body"): \(fault.detail)"
            guard text.isEmpty || text.utf8.count + sentence.utf8.count <= Self.descriptionLimit else { break }
            text += sentence
            left -= 1
        }
        return left > 0 ? text + "; and \(left) more" : text
    }
}

extension Problem {
    /// Whether the requested model is unavailable: a fault has that kind, or the missing resource is the field `model`.
    var isAboutTheModel: Bool {
        guard let first = faults.first else { return false }
        return first.kind == .unknownModel || (kind == .notFound && first.pointer == "#/model")
    }

    /// Whether the detail says no more than the faults.
    var isOfFaults: Bool { !faults.isEmpty && (detail == faults.description || detail.hasSuffix("see `errors`")) }
}
