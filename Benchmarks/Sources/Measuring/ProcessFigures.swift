import Foundation

/// What the kernel says of a process, by its number; its children count as well, where a server has workers.
public struct ProcessFigures {
    private let process: Int32

    /// Figures of a process that is running.
    public init(_ process: Int32) { self.process = process }

    /// User and system time so far, of all threads and of the children, in microseconds.
    ///
    /// The kernel counts it exactly and tells it in hundredths of a second, so measure for seconds.
    public var cpuMicroseconds: Int {
        ([process] + children).map { process in
            // The name in parentheses may hold spaces; what follows it begins with the third field.
            let text = Self.text("/proc/\(process)/stat")
            let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst()
            let ticks = fields.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
            return ticks * 1_000_000 / sysconf(Int32(_SC_CLK_TCK))
        }.reduce(0, +)
    }

    /// Resident bytes now.
    public var residentBytes: Int { status("VmRSS:") }

    /// The most resident bytes there ever were.
    public var peakResidentBytes: Int { status("VmHWM:") }

    /// How many descriptors are open.
    public var openDescriptors: Int { descriptors.count }

    /// The numbers of its open descriptors.
    public var descriptors: [Int32] { Self.numbers("/proc/\(process)/fd") }

    /// The numbers of its threads.
    public var threads: [Int32] { Self.numbers("/proc/\(process)/task") }

    /// The path of a file that it has mapped, by the file's name; `nil` when it has none.
    public func mappedFile(_ name: String) -> String? {
        let line = Self.text("/proc/\(process)/maps").split(separator: "\n").first { $0.hasSuffix("/" + name) }
        guard let line, let start = line.firstIndex(of: "/") else { return nil }
        return String(line[start...])
    }

    /// The numbers of its children.
    public var children: [Int32] {
        Self.text("/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { Int32($0) }
    }

    /// A line of `/proc/<pid>/status` that counts in KiB.
    private func status(_ name: String) -> Int {
        let line = Self.text("/proc/\(process)/status").split(separator: "\n").first { $0.hasPrefix(name) }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }

    private static func numbers(_ folder: String) -> [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { Int32($0) }
    }

    private static func text(_ path: String) -> String {
        // Until the end: these files have no size, so reading one at once may stop early.
        let bytes = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd()
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }
}
