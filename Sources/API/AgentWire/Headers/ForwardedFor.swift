/// The field `X-Forwarded-For`: the addresses that proxies saw, the nearest proxy's address last.
public struct ForwardedFor: Sendable, Equatable {
    /// The maximum number of hops; a longer list is cut at its far end, which any client can forge.
    public static let maximumHops = 32
    /// The maximum number of bytes in an entry: an IPv6 address with a zone, in brackets, with a port.
    private static let maximumEntryBytes = 64

    /// The entries from the nearest to the farthest, without brackets and ports; `nil` for one that cannot be an address.
    public let hops: [String?]

    /// Reads every value of the field, in the order of the request; together they are one list.
    public init(_ values: [String]) {
        var hops: [String?] = []
        for value in values.reversed() {
            var rest = value.utf8[...]
            while hops.count < Self.maximumHops {
                let comma = rest.lastIndex(of: UInt8(ascii: ","))
                let entry = comma.map { rest[rest.index(after: $0)...] } ?? rest
                hops.append(Self.address(entry))
                guard let comma else { break }
                rest = rest[..<comma]
            }
        }
        self.hops = hops
    }

    private static func address(_ entry: Substring.UTF8View) -> String? {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        // A longer entry is not read further.
        let bytes = Array(entry.prefix(maximumEntryBytes + 1))
        guard bytes.count <= maximumEntryBytes else { return nil }
        var host = bytes.drop(while: isSpace)
        while let last = host.last, isSpace(last) { host.removeLast() }
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = host[..<end].dropFirst()
        } else if let colon = host.firstIndex(of: UInt8(ascii: ":")), host.lastIndex(of: UInt8(ascii: ":")) == colon {
            // One colon separates a port; an IPv6 address has at least two.
            host = host[..<colon]
        }
        let isPlausible = host.allSatisfy { byte in
            byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        }
        return host.isEmpty || !isPlausible ? nil : String(decoding: host, as: UTF8.self)
    }
}
