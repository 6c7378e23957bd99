import Foundation

/// Probes at functions of programs and libraries (uprobes), with which the kernel counts calls.
///
/// The kernel keeps a probe until it is removed, so call `removeAll` at the end. A process that is killed leaves its probes; they cost
/// nothing without counters, and the next process that sets probes removes them.
public final class FunctionProbes {
    /// A probe at a function.
    public struct Probe: Sendable {
        /// The number of its tracepoint.
        let number: UInt64
    }

    private static let prefix = "torii_bench_"
    private static var group: String { "\(prefix)\(getpid())" }
    private var count = 0

    /// Removes the probes of earlier processes.
    public init() {
        for group in Self.groups
        where !FileManager.default.fileExists(atPath: "/proc/\(group.dropFirst(Self.prefix.count))") {
            Self.remove(group)
        }
    }

    /// Sets probes at functions of a file.
    public func set(at functions: [String], in file: ELFFile) throws -> [Probe] {
        try functions.map { function in
            guard let offset = file.offset(of: function) else {
                throw EventCounter.Failure("\(file.path) has no function \(function), so its calls cannot be counted.")
            }
            count += 1
            let name = "\(Self.group)/probe\(count)"
            try TraceFolder.write("p:\(name) \(file.path):0x\(String(offset, radix: 16))")
            return Probe(number: try TraceFolder.number(name))
        }
    }

    /// Removes the probes of this process, whose counters must be closed.
    public static func removeAll() { remove(group) }

    private static func remove(_ group: String) {
        // The kernel accepts a removal only some time after the probe's last counter was closed.
        for _ in 0..<100 {
            let left = names.filter { $0.hasPrefix("\(group)/") }
            if left.isEmpty { return }
            for name in left { try? TraceFolder.write("-:\(name)") }
            usleep(10_000)
        }
    }

    /// The groups with this program's prefix.
    private static var groups: Set<String> {
        Set(names.compactMap { $0.split(separator: "/").first.map(String.init) }.filter { $0.hasPrefix(prefix) })
    }

    /// The names of all probes: `p:torii_bench_4711/probe1 …`.
    private static var names: [String] {
        TraceFolder.probes.compactMap { $0.split(separator: " ").first.map { String($0.dropFirst(2)) } }
    }
}
