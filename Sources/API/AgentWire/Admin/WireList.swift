public import StreamingJSON

/// A value that the admin endpoint lists.
public protocol WireElement: WireValue {
    /// The name of the list in an answer.
    static var listName: String { get }
}

/// A list as the admin endpoint answers it: an object with the list as its one member.
public struct WireList<Element: WireElement>: WireValue {
    /// The elements.
    public var elements: [Element]

    /// Makes a list.
    public init(_ elements: [Element]) { self.elements = elements }

    /// Reads a list.
    ///
    /// - Throws: ``WireError`` with every fault of every element.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        elements = fields.requiredValues(Element.listName)
        try fields.check()
    }

    /// The list as JSON.
    public var jsonValue: JSONValue { [Element.listName: .array(elements.map(\.jsonValue))] }
}

extension WireList where Element: WireRecord {
    /// The schema.
    package static var schema: WireSchema { .object(.always(Element.listName, .list(of: Element.schema))) }
}
