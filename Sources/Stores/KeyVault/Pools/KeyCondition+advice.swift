import FoundationEssentials
import KeyLeasing

extension KeyCondition {
    /// Whether neither a check nor a call has shown yet that the upstream accepts the key.
    func isUnchecked(at time: Date) -> Bool { health(at: time) == .healthy && !isProven }

    /// Whether the last check could not decide whether the upstream accepts the key, and nothing else has shown it.
    func isUndecided(at time: Date) -> Bool {
        guard isUnchecked(at: time), case .unknown = lastCheck?.check else { return false }
        return true
    }

    /// Returns what is wrong with the key and what to do next, in sentences for an operator; nil if nothing has to be done.
    ///
    /// Lists, the console, the doctor and the log have it from here, so that they agree.
    /// - Parameters:
    ///   - upstream: The upstream of the key.
    ///   - rotation: The rotation that put the key into use, while it can be undone.
    ///   - key: The id of the key if its upstream has no check, so that only a call can show whether it is accepted.
    func advice(
        of upstream: String,
        undoing rotation: String?,
        restoring key: String? = nil,
        at time: Date
    ) -> String? {
        let check = "`torii keys check \(upstream)`"
        let undoing = rotation.map { ", or put the old key back with `torii keys rollback \($0.prefix(8))`" } ?? ""
        let replacing = "replace it with `torii keys rotate \(upstream)`\(undoing)"
        let restoring = key.map { "`torii keys restore \(upstream) \($0.prefix(8))`" }
        switch (health(at: time), lastCheck?.check) {
        case (.resting, _): return nil
        case (.healthy, _) where isProven: return nil
        case (.healthy, _) where restoring != nil:
            return "Nothing has shown yet that it is accepted. Its upstream has no check, so the first call decides."
        case (.healthy, .unknown(let reason)):
            return "It could not be checked: \(reason). To check it again, run \(check)."
        case (.healthy, _): return "Nothing has shown yet that it is accepted. To check it, run \(check)."
        case (.inDoubt, .verified) where isLaterCheck:
            return
                "Calls with it were refused, although a check accepts it. Give it the missing permissions, or \(replacing)."
        case (.inDoubt, _) where restoring != nil:
            return "Calls with it were refused; it may have been revoked. If it was, \(replacing)."
        case (.inDoubt, _):
            return
                "Calls with it were refused since its last check; it may have been revoked. To find out, run \(check), or \(replacing)."
        case (.outOfCredit, _): return "Its account has no credit left. Top it up, then run \(restoring ?? check)."
        case (.dead, .invalid(let reason)):
            return "The upstream refuses it: \(reason). Remove it, or \(replacing)."
        case (.dead, _) where restoring != nil:
            return
                "The upstream refused a call with it. If it is valid, put it back into use with \(restoring ?? check), or \(replacing)."
        case (.dead, .unknown(let reason)):
            return
                "The upstream refused it, and its last check got no decision: \(reason). To check it again, run \(check), or \(replacing)."
        case (.dead, _): return "The upstream refused a call with it. To check it, run \(check), or \(replacing)."
        }
    }

    /// Whether the last check was made after the calls had been refused.
    private var isLaterCheck: Bool { lastCheck.map { $0.time >= changedAt } ?? false }
}
