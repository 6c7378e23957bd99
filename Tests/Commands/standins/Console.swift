#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes whole lines unbuffered, so that a followed or piped log is always up to date.
enum Console {
    static func print(_ line: String) { write(line, to: STDOUT_FILENO) }

    static func printError(_ line: String) { write(line, to: STDERR_FILENO) }

    private static func write(_ line: String, to descriptor: Int32) {
        var rest = [UInt8]((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
