import FoundationEssentials
import Transport

/// Reads how long a provider asks to wait, from its header or from the words of its message.
struct RetryDelay {
    /// `retry-after-ms`, then `retry-after` as seconds or as a date, then "try again in 210ms".
    static func read(headers: HTTPHeaders, message: String?, now: Date) -> Duration? {
        if let milliseconds = headers["retry-after-ms"].flatMap(Double.init), milliseconds >= 0 {
            return .milliseconds(milliseconds)
        }
        if let field = headers["retry-after"] {
            if let seconds = Double(field), seconds >= 0 { return .seconds(seconds) }
            if let date = date(field) { return .seconds(max(0, date.timeIntervalSince(now))) }
        }
        return message.flatMap(inWords)
    }

    /// The one form of date that HTTP still allows to send, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date(_ field: String) -> Date? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let match = field.wholeMatch(of: /\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT/),
            let month = months.firstIndex(of: String(match.2))
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(
            from: DateComponents(
                year: Int(match.3),
                month: month + 1,
                day: Int(match.1),
                hour: Int(match.4),
                minute: Int(match.5),
                second: Int(match.6)
            )
        )
    }

    private static func inWords(_ message: String) -> Duration? {
        guard let match = message.firstMatch(of: /try again in ((?:[0-9.]+(?:ms|h|m|s))+)/) else { return nil }
        var delay = Duration.zero
        for part in match.1.matches(of: /([0-9.]+)(ms|h|m|s)/) {
            guard let number = Double(part.1) else { return nil }
            switch part.2 {
            case "ms": delay += .milliseconds(number)
            case "s": delay += .seconds(number)
            case "m": delay += .seconds(number * 60)
            default: delay += .seconds(number * 3600)
            }
        }
        return delay
    }
}
