/// A multi-status answer (RFC 4918 §13): the properties of several resources.
struct DAVMultistatus: Sendable {
    /// One resource with its properties.
    struct Resource: Sendable {
        /// The address as the server wrote it: a path or a whole URL, percent-encoded.
        let href: String
        /// The properties with a success status.
        let properties: [XMLElement]

        /// Returns a property by name.
        func property(_ name: XMLElement.Name) -> XMLElement? { properties.first { $0.name == name } }
    }

    /// The existing resources, in the server's order.
    let resources: [Resource]

    /// Parses an answer.
    ///
    /// - Throws: ``XMLError`` for anything but a multi-status document.
    init(parsing bytes: [UInt8]) throws(XMLError) {
        let root = try XMLElement(parsing: bytes)
        guard root.name == .multistatus else { throw XMLError(message: "not a multi-status document", offset: 0) }
        resources = root.children(.response).compactMap { response in
            // A response with its own status, such as one for a resource that is gone, has no properties.
            guard let href = response.child(.href)?.trimmedText, !href.isEmpty, response.child(.status) == nil else {
                return nil
            }
            let found = response.children(.propstat).filter { Self.isSuccess($0.child(.status)?.trimmedText) }
            return Resource(href: href, properties: found.flatMap { $0.child(.prop)?.children ?? [] })
        }
    }

    /// Whether a status line such as `HTTP/1.1 200 OK` reports success.
    private static func isSuccess(_ line: String?) -> Bool {
        guard let code = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return false }
        return (200..<300).contains(code)
    }
}
