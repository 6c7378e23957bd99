import Foundation
import Glibc

/// The kernel's folder for tracepoints (tracefs).
enum TraceFolder {
    private static let path = "/sys/kernel/tracing"

    /// Returns the number of a tracepoint.
    static func number(_ event: String) throws -> UInt64 {
        let file = "\(path)/events/\(event)/id"
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let number = UInt64(text.filter(\.isNumber))
        else {
            throw EventCounter.Failure(
                "\(file) cannot be read. Run as root; where tracefs is not mounted, mount it:"
                    + " mount -t tracefs tracefs \(path)"
            )
        }
        return number
    }

    /// The definitions of all probes, one a line.
    static var probes: [Substring] {
        ((try? String(contentsOfFile: "\(path)/uprobe_events", encoding: .utf8)) ?? "").split(separator: "\n")
    }

    /// Writes a line that defines a probe or removes one.
    static func write(_ line: String) throws {
        let file = open("\(path)/uprobe_events", O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(file) }
        guard file >= 0, Glibc.write(file, line, line.utf8.count) == line.utf8.count else {
            let reason = String(cString: strerror(errno))
            throw EventCounter.Failure(
                "The kernel accepts no probe of a function (\(line): \(reason)). Run as root, with uprobes in the kernel"
                    + " (CONFIG_UPROBE_EVENTS) and tracefs mounted: mount -t tracefs tracefs \(path)"
            )
        }
    }
}
