import Glibc

/// The processor time of a process.
public enum CPUTime {
    /// Returns the user and system time of this process so far, of all threads, in microseconds.
    public static func microseconds() -> Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return microseconds(usage.ru_utime) + microseconds(usage.ru_stime)
    }

    private static func microseconds(_ time: timeval) -> Int { Int(time.tv_sec) * 1_000_000 + Int(time.tv_usec) }
}
