import FoundationEssentials
import Storage

extension ClientLedger {
    /// Fills the buckets, and starts a new day or month when the current one has ended.
    ///
    /// A clock that is set back does not start an earlier day again, because that would grant its budget twice.
    mutating func advance(to now: Date, isForced: Bool = false) {
        let time = Self.milliseconds(now)
        requests?.fill(at: time)
        tokens?.fill(at: time)
        guard isForced || now >= day.end else { return }
        let new = BudgetDay(containing: now, in: timeZone)
        guard new.label >= day.label else { return }
        if new.month != day.month { ofMonth = Account() }
        if new.label != day.label { ofDay = Account() }
        day = new
    }

    /// Whether nothing of it is missing in the store: no turn runs, and the rates per minute are as at the start.
    mutating func isAtRest(at now: Date) -> Bool {
        advance(to: now)
        return holds.isEmpty && [requests, tokens].allSatisfy { $0?.isFull ?? true }
    }

    static func resized(_ bucket: RateBucket?, to limit: Int?, at time: Int) -> RateBucket? {
        guard let limit else { return nil }
        guard var bucket else { return RateBucket(limit: limit, at: time) }
        bucket.resize(to: limit)
        return bucket
    }

    static func limitStatus(_ name: LimitName, _ bucket: RateBucket) -> LimitStatus {
        LimitStatus(
            name: name,
            quota: bucket.limit,
            remaining: bucket.available,
            resetSeconds: seconds(bucket.milliseconds(until: bucket.limit) ?? 0)
        )
    }

    static func milliseconds(_ date: Date) -> Int { Int(date.milliseconds) }

    static func seconds(_ milliseconds: Int) -> Int { (milliseconds + 999) / 1000 }

    static func seconds(from now: Date, to end: Date) -> Int {
        max(0, Int(end.timeIntervalSince(now).rounded(.up)))
    }
}
