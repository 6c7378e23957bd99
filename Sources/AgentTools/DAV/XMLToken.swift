/// A piece of an XML document, names as they are written.
enum XMLToken: Equatable {
    /// `<name a="b">`; an empty element is followed by its ``end(_:)``.
    case start(String, attributes: [Attribute])
    /// `</name>`.
    case end(String)
    /// Text as bytes, its references resolved; also that of a CDATA section.
    case text([UInt8])

    /// An attribute, its value with references resolved.
    struct Attribute: Equatable {
        let name: String
        let value: String
    }
}
