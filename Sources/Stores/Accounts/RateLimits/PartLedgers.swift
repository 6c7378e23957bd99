import FoundationEssentials

/// The ledgers of the parts of clients, such as users, which leave the memory when they are not used.
///
/// A ledger with running turns always stays; the number of those is bounded by that of the runs. The others are in two generations. One
/// that is used passes to the young generation. When that is full or old enough, it replaces the old one, whose ledgers leave. So a ledger
/// leaves after two to four minutes without use, and no order of all ledgers is needed.
struct PartLedgers: Sendable {
    /// The shortest time without use after which a ledger leaves, in seconds, unless there are too many.
    static let idleTime: TimeInterval = 120

    private let capacity: Int
    private var busy: [String: ClientLedger] = [:]
    private var young: [String: ClientLedger] = [:]
    private var old: [String: ClientLedger] = [:]
    private var youngSince: Date?
    /// The number of ledgers that have left.
    private(set) var departures = 0

    /// Makes an empty table.
    ///
    /// - Parameter capacity: The maximum number of ledgers, apart from those with running turns.
    init(capacity: Int) { self.capacity = max(8, capacity) }

    /// The number of ledgers.
    var count: Int { busy.count + young.count + old.count }

    /// Whether a ledger is in memory.
    func contains(_ key: String) -> Bool {
        busy.index(forKey: key) != nil || young.index(forKey: key) != nil || old.index(forKey: key) != nil
    }

    /// Returns the reservation of a running turn.
    func hold(of turn: Int, in key: String) -> ClientLedger.Hold? { busy[key]?[turn] }

    /// Adds the ledger of a part that has none.
    mutating func insert(_ ledger: ClientLedger, for key: String, at now: Date) {
        if youngSince == nil { youngSince = now }
        // A share of the places that running turns do not use, but enough for all ledgers of one turn.
        if young.count >= max(4, (capacity - busy.count) / 2) {
            departures += old.count
            startGeneration(at: now, keeping: [:])
        }
        young[key] = ledger
    }

    /// Uses a ledger; returns `nil` if it is not in memory.
    @discardableResult
    mutating func update<Result>(
        _ key: String,
        at now: Date,
        _ body: (inout ClientLedger) -> Result
    ) -> Result? {
        if let place = busy.index(forKey: key) {
            let result = body(&busy.values[place])
            if busy.values[place].runs == 0 { insert(busy.remove(at: place).value, for: key, at: now) }
            return result
        }
        if let place = young.index(forKey: key) {
            let result = body(&young.values[place])
            if young.values[place].runs > 0 { busy[key] = young.remove(at: place).value }
            return result
        }
        guard var ledger = old.removeValue(forKey: key) else { return nil }
        let result = body(&ledger)
        if ledger.runs > 0 { busy[key] = ledger } else { insert(ledger, for: key, at: now) }
        return result
    }

    /// Removes the ledgers that have not been used for some minutes; those whose rates per minute have a debt stay.
    mutating func removeIdle(at now: Date) {
        // After a clock was set back, the time starts again.
        guard let since = youngSince, since <= now else {
            youngSince = now
            return
        }
        guard now.timeIntervalSince(since) >= Self.idleTime else { return }
        var indebted: [String: ClientLedger] = [:]
        for (key, ledger) in old {
            var ledger = ledger
            if !ledger.isAtRest(at: now) { indebted[key] = ledger }
        }
        departures += old.count - indebted.count
        startGeneration(at: now, keeping: indebted)
    }

    private mutating func startGeneration(at now: Date, keeping ledgers: [String: ClientLedger]) {
        (old, young) = (young, ledgers)
        youngSince = now
    }
}
