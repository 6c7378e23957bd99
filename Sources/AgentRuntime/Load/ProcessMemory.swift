import Foundation

/// What the kernel says of the process's memory and of the machine's.
public enum ProcessMemory {
    /// How many bytes are resident; `nil` where the kernel does not tell.
    public static var residentBytes: Int? {
        // The second number of /proc/self/statm, in pages.
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let parts = text.split(separator: " ")
        return parts.count > 1 ? Int(parts[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
    }

    /// How many bytes the process may have: the machine's, or fewer when a control group says so.
    public static var availableBytes: Int {
        let machine = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
        // `max` stands there when there is no limit.
        let group = (try? String(contentsOfFile: "/sys/fs/cgroup/memory.max", encoding: .utf8))
            .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        return min(machine, group ?? machine)
    }
}
