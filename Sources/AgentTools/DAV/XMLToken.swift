/// A token of an XML document, with names as written.
enum XMLToken: Equatable {
    /// `<name a="b">`; an empty element is followed by its ``end(_:)``.
    case start(String, attributes: [Attribute])
    /// `</name>`.
    case end(String)
    /// Text as bytes with its references resolved; also that of a CDATA section.
    case text([UInt8])

    /// An attribute with the references in its value resolved.
    struct Attribute: Equatable {
        let name: String
        let value: String
    }
}
