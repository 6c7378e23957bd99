import Foundation

/// The kernel's figures about the memory of the process and the machine.
public enum ProcessMemory {
    /// The resident memory, in bytes; `nil` where the kernel does not report it.
    public static var residentBytes: Int? {
        // The second number of /proc/self/statm, in pages.
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let parts = text.split(separator: " ")
        return parts.count > 1 ? Int(parts[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
    }

    /// The memory that the process may use, in bytes: the machine's, or less when a control group limits it.
    public static var availableBytes: Int {
        let machine = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
        // The file contains `max` when there is no limit.
        let group = (try? String(contentsOfFile: "/sys/fs/cgroup/memory.max", encoding: .utf8))
            .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        return min(machine, group ?? machine)
    }
}
