import AgentTools

/// A multi-status answer (RFC 4918 §13): the properties of several resources.
struct DAVMultistatus: Sendable {
    /// One resource with its properties.
    struct Resource: Sendable {
        /// The address as the server wrote it: a path or a whole URL, percent-encoded.
        let href: String
        /// The properties with a success status.
        let properties: [XMLElement]
        /// The statuses of failure by the properties that the server does not send.
        var failures: [XMLElement.Name: Int] = [:]

        /// Whether the server failed at a property that the resource has; a collection itself lacks those of its members.
        func lacks(_ name: XMLElement.Name) -> Bool {
            failures[name].map { ![404, 410].contains($0) || !href.hasSuffix("/") } ?? false
        }

        /// Returns a property by name.
        func property(_ name: XMLElement.Name) -> XMLElement? { properties.first { $0.name == name } }
    }

    /// The existing resources, in the server's order.
    let resources: [Resource]
    /// The number of resources that the server left out, because there are too many (RFC 4791 §7.8) or because it failed at one.
    let leftOut: Int

    /// Whether the server left out resources.
    var isIncomplete: Bool { leftOut > 0 }

    /// Parses an answer.
    ///
    /// - Throws: ``XMLError`` for anything but a multi-status document.
    init(parsing bytes: [UInt8]) throws(XMLError) {
        let root = try XMLElement(parsing: bytes)
        guard root.name == .multistatus else { throw XMLError(message: "not a multi-status document", offset: 0) }
        var resources: [Resource] = []
        var leftOut = 0
        for response in root.children(.response) {
            // A status of the whole response, such as for a resource that is gone, is in place of properties; some servers add it to them.
            let status = Self.status(response.child(.status))
            if let status, !(200..<300).contains(status) {
                if ![404, 410].contains(status) { leftOut += 1 }
                continue
            }
            guard let href = response.child(.href)?.trimmedText, !href.isEmpty else {
                leftOut += 1
                continue
            }
            var (found, failures): ([XMLElement], [XMLElement.Name: Int]) = ([], [:])
            for part in response.children(.propstat) {
                // Some servers write no status beside properties that they have.
                let status = Self.status(part.child(.status)) ?? 200
                let properties = part.child(.prop)?.children ?? []
                if (200..<300).contains(status) {
                    found += properties
                } else {
                    for property in properties { failures[property.name] = status }
                }
            }
            resources.append(Resource(href: href, properties: found, failures: failures))
        }
        self.resources = resources
        self.leftOut = leftOut
    }

    /// Reads the code of a status line such as `HTTP/1.1 200 OK`, also without the version; `nil` if there is none.
    private static func status(_ element: XMLElement?) -> Int? {
        element?.trimmedText.split(separator: " ").lazy.prefix(2).compactMap { Int($0) }.first
    }
}
