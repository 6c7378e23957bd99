import AgentRuntime
import Foundation

/// The kernel's figures of this process, under the names that Prometheus' client libraries use.
struct ProcessFigures {
    /// The user and system processor time, in seconds.
    var processorSeconds: Double?
    /// The start time of the process, in seconds since 1970.
    var startTime: Double?
    var residentBytes: Int?
    var openFiles: Int?
    var maximumFiles: Int?

    /// Reads the figures.
    ///
    /// Those that cannot be read are `nil`.
    init() {
        residentBytes = ProcessMemory.residentBytes
        openFiles = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            maximumFiles = Int(clamping: limit.rlim_cur)
        }
        guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            // The program's name is in parentheses and may contain anything, including spaces.
            let name = stat.lastIndex(of: ")")
        else { return }
        let fields = stat[stat.index(after: name)...].split(separator: " ")
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        // The fields are counted from the state, the third one of the line: utime is the 14th, stime the 15th, starttime the 22nd.
        guard fields.count > 19, ticks > 0, let user = Double(fields[11]), let system = Double(fields[12]),
            let start = Double(fields[19])
        else { return }
        processorSeconds = (user + system) / ticks
        startTime = Self.bootTime.map { $0 + start / ticks }
    }

    private static let bootTime: Double? = {
        guard let stat = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else { return nil }
        return stat.split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }
    }()
}
