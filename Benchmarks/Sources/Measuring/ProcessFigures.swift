import Foundation

/// The kernel's figures of a process and its children, because a server may have worker processes.
public struct ProcessFigures {
    private let process: Int32

    /// Makes the figures of a running process.
    public init(_ process: Int32) { self.process = process }

    /// The user and system time so far, of all threads and of the children, in microseconds.
    ///
    /// The kernel counts exactly but reports hundredths of a second, so measure for seconds.
    public var cpuMicroseconds: Int {
        ([process] + children).map { process in
            // The name in parentheses may contain spaces; the third field follows it.
            let text = Self.text("/proc/\(process)/stat")
            let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst()
            let ticks = fields.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
            return ticks * 1_000_000 / sysconf(Int32(_SC_CLK_TCK))
        }.reduce(0, +)
    }

    /// The resident bytes now.
    public var residentBytes: Int { status("VmRSS:") }

    /// The largest number of resident bytes so far.
    public var peakResidentBytes: Int { status("VmHWM:") }

    /// The number of open descriptors.
    public var openDescriptors: Int { descriptors.count }

    /// The numbers of the open descriptors.
    public var descriptors: [Int32] { Self.numbers("/proc/\(process)/fd") }

    /// The numbers of the threads.
    public var threads: [Int32] { Self.numbers("/proc/\(process)/task") }

    /// Returns the path of a mapped file by the file's name; `nil` if it is not mapped.
    public func mappedFile(_ name: String) -> String? {
        let line = Self.text("/proc/\(process)/maps").split(separator: "\n").first { $0.hasSuffix("/" + name) }
        guard let line, let start = line.firstIndex(of: "/") else { return nil }
        return String(line[start...])
    }

    /// The numbers of the children.
    public var children: [Int32] {
        Self.text("/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { Int32($0) }
    }

    /// Returns a value of `/proc/<pid>/status` that is in KiB.
    private func status(_ name: String) -> Int {
        let line = Self.text("/proc/\(process)/status").split(separator: "\n").first { $0.hasPrefix(name) }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }

    private static func numbers(_ folder: String) -> [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { Int32($0) }
    }

    private static func text(_ path: String) -> String {
        // Read to the end: these files have no size, so a single read may stop early.
        let bytes = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd()
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }
}
