/// A multi-status answer (RFC 4918 §13): what a server says of each of several resources.
struct DAVMultistatus: Sendable {
    /// One resource with the properties it has.
    struct Resource: Sendable {
        /// Its address as the server wrote it: a path or a whole URL, percent-encoded.
        let href: String
        /// The properties that were found; those that it lacks are left out.
        let properties: [XMLElement]

        /// A property by name.
        func property(_ name: XMLElement.Name) -> XMLElement? { properties.first { $0.name == name } }
    }

    /// The resources that are there, in the server's order.
    let resources: [Resource]

    /// Reads an answer.
    ///
    /// - Throws: ``XMLError`` for anything that is no multi-status document.
    init(parsing bytes: [UInt8]) throws(XMLError) {
        let root = try XMLElement(parsing: bytes)
        guard root.name == .multistatus else { throw XMLError(message: "it is no multi-status answer", offset: 0) }
        resources = root.children(.response).compactMap { response in
            // A response with a status of its own has no properties, such as one for a resource that is gone.
            guard let href = response.child(.href)?.trimmedText, !href.isEmpty, response.child(.status) == nil else {
                return nil
            }
            let found = response.children(.propstat).filter { Self.isSuccess($0.child(.status)?.trimmedText) }
            return Resource(href: href, properties: found.flatMap { $0.child(.prop)?.children ?? [] })
        }
    }

    /// Whether a status line such as `HTTP/1.1 200 OK` tells of success.
    private static func isSuccess(_ line: String?) -> Bool {
        guard let code = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return false }
        return (200..<300).contains(code)
    }
}
