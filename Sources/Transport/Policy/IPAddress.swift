import Glibc

/// An IPv4 or IPv6 address.
public enum IPAddress: Hashable, Sendable {
    /// The four bytes of an IPv4 address, the first one highest.
    case v4(UInt32)
    /// The sixteen bytes of an IPv6 address, the first one highest.
    case v6(UInt128)

    /// Reads an address in its usual text form: `192.0.2.1` or `2001:db8::1`.
    ///
    /// It is `nil` for everything else: names, octal or shortened IPv4 forms such as `0177.1`, brackets, ports and zones.
    public init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        // C would read only as far as a zero byte.
        guard !text.utf8.contains(0) else { return nil }
        if inet_pton(AF_INET, text, &four) == 1 {
            self = .v4(UInt32(bigEndian: four.s_addr))
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self = .v6(withUnsafeBytes(of: six) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
        } else {
            return nil
        }
    }
}

// MARK: Socket addresses

extension IPAddress {
    /// The address in a socket address; `nil` for another family than IPv4 and IPv6.
    ///
    /// - Parameter socketAddress: As long as its family asks for; its alignment does not matter.
    init?(_ socketAddress: UnsafePointer<sockaddr>) {
        let bytes = UnsafeRawPointer(socketAddress)
        switch Self.family(of: bytes) {
        case AF_INET:
            self = .v4(UInt32(bigEndian: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
        case AF_INET6:
            let address = bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self = .v6(withUnsafeBytes(of: address) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
        default:
            return nil
        }
    }

    /// The port in a socket address; `nil` for another family than IPv4 and IPv6.
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
    /// The usual text form; of IPv6 the shortest one.
    public var description: String {
        switch self {
        case .v4(let bits):
            return "\(bits >> 24).\(bits >> 16 & 0xFF).\(bits >> 8 & 0xFF).\(bits & 0xFF)"
        case .v6(let bits):
            return withUnsafeBytes(of: bits.bigEndian) { bytes in
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
