import Foundation
import StreamSafeText

/// An element with its name resolved by namespaces, so that it does not matter what prefixes a server likes.
struct XMLElement: Sendable, Equatable {
    /// A name within a namespace.
    struct Name: Sendable, Hashable {
        let namespace: String
        let local: String
    }

    let name: Name
    /// The attributes without a prefix, by name; declarations of namespaces are left out.
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []
    /// The text directly in the element, in one piece.
    var bytes: [UInt8] = []

    /// The first child of a name.
    func child(_ name: Name) -> XMLElement? { children.first { $0.name == name } }

    /// All children of a name.
    func children(_ name: Name) -> [XMLElement] { children.filter { $0.name == name } }

    /// The text, without white space around it.
    var trimmedText: String {
        String(streamSafe: bytes).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
