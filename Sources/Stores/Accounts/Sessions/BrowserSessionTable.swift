import FoundationEssentials
import Storage

/// The sign-ins of browsers and the one-time codes, in memory: every decision about them, without I/O.
struct BrowserSessionTable {
    /// The most sign-ins of a client to a page; the one that was used least recently makes room.
    static let mostOfClient = 50
    /// The most sign-ins in all.
    static let most = 10_000
    /// The seconds for which a code is valid.
    static let codeSeconds: TimeInterval = 10 * 60
    /// The most codes at a time; the oldest one makes room.
    static let mostCodes = 100

    /// A one-time code.
    struct Code {
        /// The page.
        var side: BrowserSession.Side
        /// The client that signs in by it.
        var client: String
        /// The last confirmation of the sign-in that made it; `nil` if a token made it.
        var confirmedAt: Date?
        var expiresAt: Date
        var number: Int
    }

    private var records: [Data: BrowserSessionRecord] = [:]
    private var hashes: [String: Data] = [:]
    private var storedUse: [String: Date] = [:]
    private var codes: [Data: Code] = [:]
    private var lastCode = 0
    /// The time of the last reading of the store.
    private var readAt = Date.distantPast
    /// The revision of the list, and the changes of this process since.
    var seen = SeenRevision()

    init(_ stored: [BrowserSessionRecord] = []) {
        for record in stored { put(record) }
    }

    init(_ stored: RevisedList<BrowserSessionRecord>, readAt time: Date) {
        self.init(stored.records)
        seen.read(stored.revision)
        readAt = time
    }

    /// Replaces all sign-ins by the stored ones, unless a later list is in memory; of the times of a sign-in, the later ones count.
    ///
    /// - Returns: Whether a sign-in is gone.
    @discardableResult
    mutating func replace(with stored: RevisedList<BrowserSessionRecord>, readAt time: Date) -> Bool {
        guard seen.revision <= stored.revision else { return false }
        let ids = Set(stored.records.map(\.id))
        let gone = hashes.keys.filter { !ids.contains($0) }
        remove(gone)
        for var record in stored.records {
            let storedUse = record.usedAt
            if let known = records[record.hash] {
                record.usedAt = max(record.usedAt, known.usedAt)
                record.confirmedAt = max(record.confirmedAt, known.confirmedAt)
            }
            put(record)
            self.storedUse[record.id] = storedUse
        }
        seen.read(stored.revision)
        readAt = time
        return !gone.isEmpty
    }

    /// Whether a sign-in has ended since the last reading, unless another process has stored a later use of it, which counts as no change.
    func hasEndedSinceReading(at now: Date) -> Bool {
        records.values.contains { record in
            let end = record.side.end(of: record)
            return end > readAt && end <= now
        }
    }

    /// All sign-ins that have not ended, the latest first.
    func sessions(at now: Date) -> [BrowserSessionRecord] {
        records.values.filter { $0.side.end(of: $0) > now }.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
    }

    /// Returns the sign-in with a cookie's hash, and marks it as used; `nil` if there is none, or it has ended.
    ///
    /// - Returns: The record, and whether its use must be stored.
    mutating func use(_ hash: Data, _ side: BrowserSession.Side, at now: Date) -> (BrowserSessionRecord, isDue: Bool)? {
        guard var record = records[hash], record.side == side, side.end(of: record) > now else { return nil }
        record.usedAt = max(record.usedAt, now)
        records[hash] = record
        let stored = storedUse[record.id] ?? record.createdAt
        // A sign-in that is used in each interval never seems idle after a restart.
        let isDue = now.timeIntervalSince(stored) >= side.idleSeconds / 30
        if isDue { storedUse[record.id] = now }
        return (record, isDue)
    }

    /// Records that a sign-in was confirmed; returns it, or `nil` if it has ended.
    mutating func confirm(_ id: String, _ side: BrowserSession.Side, at now: Date) -> BrowserSessionRecord? {
        guard var record = session(id, side, at: now) else { return nil }
        record.confirmedAt = max(record.confirmedAt, now)
        records[record.hash] = record
        return record
    }

    /// Returns the sign-in with an id; `nil` if there is none, or it has ended.
    func session(_ id: String, _ side: BrowserSession.Side, at now: Date) -> BrowserSessionRecord? {
        guard let record = hashes[id].flatMap({ records[$0] }), record.side == side, side.end(of: record) > now else {
            return nil
        }
        return record
    }

    /// Returns the ids of the sign-ins that make room for another one: those that have ended, and the least used ones.
    func surplus(beside record: BrowserSessionRecord, at now: Date) -> [String] {
        let ended = records.values.filter { $0.side.end(of: $0) <= now }.map(\.id)
        var kept = records.values.filter { $0.side.end(of: $0) > now }.sorted { $0.usedAt < $1.usedAt }
        var removed: [String] = []
        while kept.count >= Self.most { removed.append(kept.removeFirst().id) }
        let own = kept.filter { $0.client == record.client && $0.side == record.side }
        removed += own.prefix(max(0, own.count - Self.mostOfClient + 1)).map(\.id)
        return ended + removed
    }

    /// Adds a sign-in.
    mutating func put(_ record: BrowserSessionRecord) {
        records[record.hash] = record
        hashes[record.id] = record.hash
        storedUse[record.id] = record.usedAt
    }

    /// Removes sign-ins.
    mutating func remove(_ ids: [String]) {
        for id in ids {
            storedUse[id] = nil
            if let hash = hashes.removeValue(forKey: id) { records[hash] = nil }
        }
    }

    /// Adds a one-time code.
    mutating func addCode(
        _ hash: Data,
        _ side: BrowserSession.Side,
        client: String,
        confirmedAt: Date? = nil,
        at now: Date
    ) -> Date {
        codes = codes.filter { $0.value.expiresAt > now }
        if codes.count >= Self.mostCodes, let oldest = codes.min(by: { $0.value.number < $1.value.number }) {
            codes[oldest.key] = nil
        }
        lastCode += 1
        let end = now + Self.codeSeconds
        codes[hash] = Code(side: side, client: client, confirmedAt: confirmedAt, expiresAt: end, number: lastCode)
        return end
    }

    /// Returns a code; `nil` for one that is unknown, used, expired or for the other page.
    func code(_ hash: Data, _ side: BrowserSession.Side, at now: Date) -> Code? {
        codes[hash].flatMap { $0.side == side && $0.expiresAt > now ? $0 : nil }
    }

    /// Returns a code as ``code(_:_:at:)`` does, and removes it: it is in no case valid again.
    mutating func takeCode(_ hash: Data, _ side: BrowserSession.Side, at now: Date) -> Code? {
        defer { codes[hash] = nil }
        return code(hash, side, at: now)
    }
}
