import AgentTools
import FoundationEssentials
import Transport

extension HTTPHeaders {
    /// The seconds until a service accepts calls again: of `Retry-After`, or of the fields that services use for their limits.
    ///
    /// `X-RateLimit-Reset` is a time in milliseconds, a time in seconds, or a number of seconds; its size tells which.
    func limitReset(now: Date) -> Int? {
        if let wait = retryAfter(now: now) { return wait.wholeSeconds }
        for name in ["RateLimit-Reset", "X-RateLimit-Reset", "X-Rate-Limit-Reset"] {
            guard let number = self[name].flatMap(Double.init), number.isFinite, number >= 0 else { continue }
            let time = now.timeIntervalSince1970
            let wait = number > 1e12 ? number / 1_000 - time : number > 1e9 ? number - time : number
            return Int(min(max(wait.rounded(.up), 0), 86_400))
        }
        return nil
    }
}
