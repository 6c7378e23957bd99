/// The field `Host` of a request (RFC 9110 §7.2): the requested name or address, and the port.
public struct HostField: Sendable, Equatable {
    /// The maximum number of bytes in a host name (RFC 1035 §2.3.4), which also limits addresses.
    private static let maximumNameBytes = 253

    /// The host in lowercase ASCII, without a final dot; an IPv6 address without its brackets.
    public let name: String
    /// Whether the host is an IP address instead of a name.
    public let isAddress: Bool
    /// The port, if there is one.
    public let port: UInt16?

    /// Reads a value; `nil` for anything but a host with an optional port.
    public init?(_ text: String) {
        let bytes = text.utf8
        // A name, two brackets, a colon and a port.
        guard bytes.count <= Self.maximumNameBytes + 8 else { return nil }
        self.init(Array(bytes))
    }

    private init?(_ bytes: [UInt8]) {
        var host = bytes[...]
        var port: ArraySlice<UInt8>?
        let isBracketed = host.first == UInt8(ascii: "[")
        if isBracketed {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let rest = host[(end + 1)...]
            host = host[..<end].dropFirst()
            if !rest.isEmpty {
                guard rest.first == UInt8(ascii: ":") else { return nil }
                port = rest.dropFirst()
            }
        } else if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
            port = host[(colon + 1)...]
            host = host[..<colon]
        }
        if !isBracketed, host.last == UInt8(ascii: ".") { host.removeLast() }
        guard !host.isEmpty, host.last != UInt8(ascii: "."), host.count <= Self.maximumNameBytes else { return nil }
        guard host.allSatisfy(isBracketed ? Self.isOfIPv6 : Self.isOfName) else { return nil }
        // RFC 9110 §4.2.3: an empty port is the default one.
        if let port, !port.isEmpty {
            guard let number = Self.number(port) else { return nil }
            self.port = number
        } else {
            self.port = nil
        }
        name = String(decoding: host.map(Self.lowercased), as: UTF8.self)
        isAddress = isBracketed ? host.contains(UInt8(ascii: ":")) : Self.isIPv4(host)
        if isBracketed, !isAddress { return nil }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard digits.count <= 5, digits.allSatisfy(isDigit) else { return nil }
        return UInt16(exactly: digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }

    /// Returns whether the host is four decimal numbers; browsers convert every other form of an IPv4 address to this one.
    private static func isIPv4(_ host: ArraySlice<UInt8>) -> Bool {
        let parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.count) && part.allSatisfy(isDigit) && (number(part) ?? 256) < 256
            }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_")
    }

    private static func isOfIPv6(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(lowercased(byte))
            || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
