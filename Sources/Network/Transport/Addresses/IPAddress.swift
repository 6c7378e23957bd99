import Glibc

/// An IPv4 or IPv6 address.
public enum IPAddress: Hashable, Sendable {
    /// The four bytes of an IPv4 address, the first one highest.
    case v4(UInt32)
    /// The sixteen bytes of an IPv6 address, the first one highest.
    case v6(Bits)

    /// Reads an address in its usual text form: `192.0.2.1` or `2001:db8::1`.
    ///
    /// It is `nil` for all other texts: names, octal or shortened IPv4 forms such as `0177.1`, brackets, ports and zones.
    public init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        // C would read only up to a zero byte.
        guard !text.utf8.contains(0) else { return nil }
        if inet_pton(AF_INET, text, &four) == 1 {
            self = .v4(UInt32(bigEndian: four.s_addr))
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self = .v6(Bits(six))
        } else {
            return nil
        }
    }
}

extension IPAddress {
    /// The bits of an IPv6 address.
    ///
    /// They are stored in halves: Swift 6.3 reads a 128-bit integer inside an optional as if it were aligned, and crashes when it
    /// is not.
    public struct Bits: Hashable, Sendable, ExpressibleByIntegerLiteral {
        private let high: UInt64
        private let low: UInt64

        /// The bits as one number.
        public var number: UInt128 { UInt128(high) << 64 | UInt128(low) }

        /// The bits of a number.
        public init(_ number: UInt128) {
            high = UInt64(truncatingIfNeeded: number >> 64)
            low = UInt64(truncatingIfNeeded: number)
        }

        /// The bits of a literal.
        public init(integerLiteral number: UInt128) { self.init(number) }

        init(_ address: in6_addr) {
            self.init(withUnsafeBytes(of: address) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
        }
    }
}

// MARK: Socket addresses

extension IPAddress {
    /// The address in a socket address; `nil` for a family other than IPv4 and IPv6.
    ///
    /// - Parameter socketAddress: As long as its family requires; its alignment does not matter.
    init?(_ socketAddress: UnsafePointer<sockaddr>) { self.init(socketAddress: UnsafeRawPointer(socketAddress)) }

    /// The address in the bytes of a socket address whose C type the caller knows from another module; `nil` for a family other than IPv4
    /// and IPv6.
    package init?(socketAddress bytes: UnsafeRawPointer) {
        switch Self.family(of: bytes) {
        case AF_INET:
            self = .v4(UInt32(bigEndian: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
        case AF_INET6:
            let address = bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self = .v6(Bits(address))
        default:
            return nil
        }
    }

    /// The port in a socket address; `nil` for a family other than IPv4 and IPv6.
    static func port(of socketAddress: UnsafePointer<sockaddr>) -> UInt16? {
        let bytes = UnsafeRawPointer(socketAddress)
        switch family(of: bytes) {
        case AF_INET: return UInt16(bigEndian: bytes.loadUnaligned(as: sockaddr_in.self).sin_port)
        case AF_INET6: return UInt16(bigEndian: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_port)
        default: return nil
        }
    }

    private static func family(of bytes: UnsafeRawPointer) -> Int32 {
        Int32(bytes.loadUnaligned(as: sa_family_t.self))
    }
}

extension IPAddress: CustomStringConvertible {
    /// The usual text form; for IPv6 the shortest one.
    public var description: String {
        switch self {
        case .v4(let bits):
            return "\(bits >> 24).\(bits >> 16 & 0xFF).\(bits >> 8 & 0xFF).\(bits & 0xFF)"
        case .v6(let bits):
            return withUnsafeBytes(of: bits.number.bigEndian) { bytes in
                withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
                    guard let source = bytes.baseAddress, let start = text.baseAddress,
                        inet_ntop(AF_INET6, source, start, socklen_t(text.count)) != nil
                    else { return "an IPv6 address" }
                    return String(cString: start)
                }
            }
        }
    }
}
