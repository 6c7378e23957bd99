import Glibc

/// The file descriptors of this process.
public enum Descriptors {
    /// Raises the limit as far as the system allows, and returns it.
    @discardableResult
    public static func raiseLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_max)
    }

    /// Returns the open descriptors by number: `socket:[4711]`, `anon_inode:[eventpoll]`, a path.
    public static func open() -> [Int: String] {
        guard let folder = opendir("/proc/self/fd") else { return [:] }
        defer { closedir(folder) }
        var found: [Int: String] = [:]
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            // The folder's descriptor is open only during this loop.
            guard let number = Int(name), number != Int(dirfd(folder)) else { continue }
            found[number] = target(of: number)
        }
        return found
    }

    private static func target(of number: Int) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        let length = readlink("/proc/self/fd/\(number)", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
