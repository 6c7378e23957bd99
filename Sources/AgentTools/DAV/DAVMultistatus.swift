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
    /// Whether the server left out resources, because there are too many (RFC 4791 §7.8) or because it failed at one.
    let isIncomplete: Bool

    /// Parses an answer.
    ///
    /// - Throws: ``XMLError`` for anything but a multi-status document.
    init(parsing bytes: [UInt8]) throws(XMLError) {
        let root = try XMLElement(parsing: bytes)
        guard root.name == .multistatus else { throw XMLError(message: "not a multi-status document", offset: 0) }
        var resources: [Resource] = []
        var isIncomplete = false
        for response in root.children(.response) {
            // A status of the whole response, such as for a resource that is gone, is in place of properties; some servers add it to them.
            let status = Self.status(response.child(.status))
            if let status, !(200..<300).contains(status) {
                isIncomplete = isIncomplete || ![404, 410].contains(status)
                continue
            }
            guard let href = response.child(.href)?.trimmedText, !href.isEmpty else {
                isIncomplete = true
                continue
            }
            // Some servers write no status beside properties that they have.
            let found = response.children(.propstat).filter {
                (200..<300).contains(Self.status($0.child(.status)) ?? 200)
            }
            resources.append(Resource(href: href, properties: found.flatMap { $0.child(.prop)?.children ?? [] }))
        }
        self.resources = resources
        self.isIncomplete = isIncomplete
    }

    /// Reads the code of a status line such as `HTTP/1.1 200 OK`, also without the version; `nil` if there is none.
    private static func status(_ element: XMLElement?) -> Int? {
        element?.trimmedText.split(separator: " ").lazy.prefix(2).compactMap { Int($0) }.first
    }
}
