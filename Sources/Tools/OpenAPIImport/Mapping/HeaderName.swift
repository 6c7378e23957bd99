/// The names of header fields that a declaration may write.
enum HeaderName {
    private static let reserved: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "expect", "cookie",
        "authorization",
    ]
    /// The names that OpenAPI ignores as parameters.
    private static let ignored: Set<String> = ["accept", "content-type", "authorization"]

    /// Whether the name is a token of RFC 9110.
    static func isValid(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 100
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// Whether a declaration may not set the field.
    static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return reserved.contains(name) || name.utf8.starts(with: "proxy-".utf8)
            || name.utf8.starts(with: "x-forwarded-".utf8)
    }

    /// Whether OpenAPI ignores a parameter with the name.
    static func isIgnored(_ name: String) -> Bool { ignored.contains(name.lowercased()) }
}
