import FoundationEssentials
import Transport

/// Reads the delay that a provider asks for, from its header or from the text of its message.
struct RetryDelay {
    /// The longest delay that is believed.
    private static let longest = Duration.seconds(86_400)

    /// Reads `retry-after-ms`, then `retry-after` as seconds or as a date, then "try again in 210ms".
    static func read(headers: HTTPHeaders, message: String?, now: Date) -> Duration? {
        if let delay = headers["retry-after-ms"].flatMap(Double.init).flatMap(milliseconds) { return delay }
        if let delay = headers.retryAfter(now: now) { return delay }
        return message.flatMap(inWords)
    }

    /// Reads a number of seconds in digits.
    static func seconds(_ digits: some StringProtocol) -> Duration? { Double(digits).flatMap(seconds) }

    /// Returns a `Duration` only for numbers that it can hold, because its initializers trap on others.
    private static func seconds(_ number: Double) -> Duration? {
        guard number.isFinite, number >= 0 else { return nil }
        return .seconds(min(number, longest / .seconds(1)))
    }

    private static func milliseconds(_ number: Double) -> Duration? {
        guard number.isFinite, number >= 0 else { return nil }
        return .milliseconds(min(number, longest / .milliseconds(1)))
    }

    private static func inWords(_ message: String) -> Duration? {
        guard let match = message.beginning.firstMatch(of: /try again in ((?:[0-9.]+(?:ms|h|m|s))+)/) else {
            return nil
        }
        var delay = Duration.zero
        for part in match.1.matches(of: /([0-9.]+)(ms|h|m|s)/) {
            guard let number = Double(part.1) else { return nil }
            let length =
                switch part.2 {
                case "ms": milliseconds(number)
                case "s": seconds(number)
                case "m": seconds(number * 60)
                default: seconds(number * 3600)
                }
            guard let length else { return nil }
            delay = min(delay + length, longest)
        }
        return delay
    }
}
