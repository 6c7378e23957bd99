/// Writes multi-status answers in the style of a server product.
struct DAVWriter {
    /// A property with its value.
    enum Property {
        case link(String, String, String)
        case type(String, String)
        case components(String)
        case data(String, String, String)
    }

    typealias Resource = (path: String, properties: [Property])

    private let dialect: DAVStandIn.Dialect
    private let host: String
    private let root: String

    init(_ dialect: DAVStandIn.Dialect, host: String, root: String) {
        self.dialect = dialect
        self.host = host
        self.root = root
    }

    /// Returns the complete answer.
    func reply(_ resources: [Resource]) -> StandInReply {
        let names = ["DAV": "DAV:", "CAL": "urn:ietf:params:xml:ns:caldav", "CARD": "urn:ietf:params:xml:ns:carddav"]
        let spaces = names.sorted { $0.key < $1.key }.map { name, uri in
            let prefix = prefix(name)
            return " xmlns\(prefix.isEmpty ? "" : ":" + prefix)=\"\(uri)\""
        }.joined()
        let body = resources.map(response).joined()
        var reply = StandInReply.text(
            "<?xml version='1.0' encoding='utf-8'?>\n<\(name("DAV", "multistatus"))\(spaces)>\(body)</\(name("DAV", "multistatus"))>",
            status: 207,
            contentType: "text/xml; charset=utf-8"
        )
        reply.framing = dialect == .radicale ? .contentLength : .chunked
        return reply
    }

    private func response(_ resource: Resource) -> String {
        let properties = resource.properties.map(text).joined()
        let found = propstat(properties, "HTTP/1.1 200 OK")
        let missing = propstat("<\(name("DAV", "getetag"))/>", "HTTP/1.1 404 Not Found")
        return element("DAV", "response", element("DAV", "href", href(resource.path)) + found + missing)
    }

    private func propstat(_ properties: String, _ status: String) -> String {
        let parts = [element("DAV", "prop", properties), element("DAV", "status", status)]
        return element("DAV", "propstat", (dialect == .xandikos ? parts.reversed() : parts).joined())
    }

    private func text(_ property: Property) -> String {
        switch property {
        case .link(let space, let local, let path): element(space, local, element("DAV", "href", href(path)))
        case .type(let space, let local):
            element("DAV", "resourcetype", "<\(name("DAV", "collection"))/><\(name(space, local)) />")
        case .components(let component):
            element("CAL", "supported-calendar-component-set", "<\(name("CAL", "comp")) name=\"\(component)\"/>")
        case .data(let space, let local, let data): element(space, local, escaped(data))
        }
    }

    private func escaped(_ text: String) -> String {
        let plain = text.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
            .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
        guard dialect == .nextcloud else { return plain }
        return plain.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "&#13;\n")
    }

    private func href(_ path: String) -> String {
        (dialect == .nextcloud ? "http://\(host)" : "") + root + path
    }

    private func element(_ space: String, _ local: String, _ content: String) -> String {
        "<\(name(space, local))>\(content)</\(name(space, local))>"
    }

    private func name(_ space: String, _ local: String) -> String {
        let prefix = prefix(space)
        return prefix.isEmpty ? local : "\(prefix):\(local)"
    }

    private func prefix(_ space: String) -> String {
        switch dialect {
        case .radicale: ["DAV": "", "CAL": "C", "CARD": "CR"][space] ?? ""
        case .xandikos: ["DAV": "ns0", "CAL": "ns1", "CARD": "ns2"][space] ?? ""
        case .nextcloud: ["DAV": "d", "CAL": "cal", "CARD": "card"][space] ?? ""
        }
    }
}
