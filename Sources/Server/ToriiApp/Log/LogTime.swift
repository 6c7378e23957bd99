import Glibc
import Synchronization

/// The local time of log lines, whose text is made once a second for all lines.
enum LogTime {
    private static let latest = Mutex<(second: Int, text: [UInt8])?>(nil)

    /// Returns a time, in seconds since 1970, such as `2026-11-18T20:06:40+0900`.
    static func text(of second: Int) -> [UInt8] {
        latest.withLock { latest in
            if let latest, latest.second == second { return latest.text }
            let text = Self.newText(of: second)
            latest = (second, text)
            return text
        }
    }

    private static func newText(of second: Int) -> [UInt8] {
        // `localtime_r` alone would not follow a change of the machine's time zone.
        tzset()
        var time = second
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return Array("<unknown>".utf8) }
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
        return text.prefix(count).map { UInt8(truncatingIfNeeded: $0) }
    }
}
