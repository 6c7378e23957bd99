import Glibc

/// The kernel's list of this machine's TCP sockets.
enum KernelSockets {
    /// The sockets that a program still holds and that are connected, or connecting, to a port on `127.0.0.1`, by inode.
    ///
    /// They form a set, because the kernel may list one twice while sockets open and close.
    static func connected(to port: UInt16) -> Set<String> {
        guard let file = fopen("/proc/net/tcp", "r") else { return [] }
        defer { fclose(file) }
        var found: Set<String> = []
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // The fields are number, local end, remote end, state, queues, timer, retransmissions, user, timeout and inode.
            let fields = text.split(separator: " ")
            let end = fields.count > 9 ? fields[2].split(separator: ":") : []
            guard end.count == 2, end[0] == "0100007F", UInt16(end[1], radix: 16) == port else { continue }
            // The kernel keeps sockets for a while after their program has closed them; those have no inode.
            if fields[9] != "0" { found.insert(String(fields[9])) }
        }
        return found
    }
}
