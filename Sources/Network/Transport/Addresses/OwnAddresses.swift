import Glibc
import Synchronization

/// The addresses of this machine's interfaces, read again when they are a few seconds old.
final class OwnAddresses: Sendable {
    /// The single instance of the process.
    static let shared = OwnAddresses()

    private static let lifetime = Duration.seconds(5)

    private struct Reading {
        var addresses: Set<IPAddress>
        var time: ContinuousClock.Instant
    }

    private let reading = Mutex<Reading?>(nil)

    /// The current addresses, or the last ones if they cannot be read now.
    var current: Set<IPAddress> {
        let now = ContinuousClock.now
        return reading.withLock { reading in
            if let reading, now - reading.time < Self.lifetime { return reading.addresses }
            let addresses = Self.read() ?? reading?.addresses ?? []
            reading = Reading(addresses: addresses, time: now)
            return addresses
        }
    }

    /// Reads the addresses from the system; `nil` on an error.
    private static func read() -> Set<IPAddress>? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return nil }
        defer { freeifaddrs(first) }
        var addresses: Set<IPAddress> = []
        var next = first
        while let interface = next?.pointee {
            if let address = interface.ifa_addr, let ip = IPAddress(address) { addresses.insert(ip) }
            next = interface.ifa_next
        }
        return addresses
    }
}

extension IPAddress {
    /// Whether it is an address of one of this machine's interfaces.
    package var isOwn: Bool { OwnAddresses.shared.current.contains(self) }
}
