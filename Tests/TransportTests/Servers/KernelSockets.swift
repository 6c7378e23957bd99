import Glibc

/// What the kernel knows of this machine's TCP sockets.
enum KernelSockets {
    /// How many sockets that a program still holds are connected, or connecting, to a port on `127.0.0.1`.
    static func count(connectedTo port: UInt16) -> Int {
        guard let file = fopen("/proc/net/tcp", "r") else { return 0 }
        defer { fclose(file) }
        var count = 0
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // Number, this end, the other end, state, queues, timer, retransmissions, user, timeout, inode.
            let fields = text.split(separator: " ")
            guard fields.count > 9, let digits = fields[2].split(separator: ":").last else { continue }
            // The kernel keeps sockets for a while after their program has closed them; those have no inode.
            if UInt16(digits, radix: 16) == port, fields[9] != "0" { count += 1 }
        }
        return count
    }
}
