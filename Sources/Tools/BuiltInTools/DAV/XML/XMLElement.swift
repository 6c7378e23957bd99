import Foundation
import StreamSafeText

/// An XML element with its name resolved by namespaces, so that prefixes do not matter.
struct XMLElement: Sendable, Equatable {
    /// A name within a namespace.
    struct Name: Sendable, Hashable {
        let namespace: String
        let local: String
    }

    let name: Name
    /// The attributes without a prefix, by name; namespace declarations are left out.
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []
    /// The text directly in the element, joined.
    var bytes: [UInt8] = []

    /// Returns the first child with a name.
    func child(_ name: Name) -> XMLElement? { children.first { $0.name == name } }

    /// Returns all children with a name.
    func children(_ name: Name) -> [XMLElement] { children.filter { $0.name == name } }

    /// The text, without white space around it.
    var trimmedText: String {
        String(streamSafe: bytes).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
