import Glibc
import Synchronization

/// A function that writes one whole line of the log, which ends with a line break.
typealias LogSink = @Sendable ([UInt8]) -> Void

/// The standard error as the end of the log.
enum StandardErrorLog {
    /// Serializes the lines of different threads, because one call may not write a whole line.
    private static let lock = Mutex(())

    /// Writes a line at once, so that a crash loses none.
    static let sink: LogSink = { line in
        lock.withLock { _ in
            var rest = line[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                // If the reader of the log has closed its end, the server must continue.
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
