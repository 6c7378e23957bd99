/// The address of a resource that Torii offers to a client: one of its conversations, or one of its kept outputs.
enum ResourceAddress: Hashable, Sendable {
    case conversation(String)
    case output(String)

    /// The templates of the addresses (RFC 6570), with the variable `id`.
    static let conversationTemplate = "torii://conversations/{id}"
    static let outputTemplate = "torii://outputs/{id}"

    /// The maximum length of an id, in bytes.
    private static let idBytes = 128

    /// Parses a URI; `nil` if it is not an address.
    init?(_ uri: String) {
        if let id = Self.id(in: uri, after: "torii://conversations/") {
            self = .conversation(id)
        } else if let id = Self.id(in: uri, after: "torii://outputs/") {
            self = .output(id)
        } else {
            return nil
        }
    }

    /// The URI.
    var uri: String {
        switch self {
        case .conversation(let id): "torii://conversations/\(id)"
        case .output(let id): "torii://outputs/\(id)"
        }
    }

    private static func id(in uri: String, after start: String) -> String? {
        guard uri.utf8.count <= start.utf8.count + idBytes, uri.hasPrefix(start) else { return nil }
        let id = uri.dropFirst(start.count)
        // Ids of this server need no encoding.
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return id.isEmpty || !isPlain ? nil : String(id)
    }
}
