public import FoundationEssentials

/// A store of what happened to keys: changes of their states, and outcomes of calls per minute.
///
/// It has no secret.
public protocol KeyHistoryStore: Sendable {
    /// Stores changes and outcomes in one transaction; outcomes are added to the stored ones of the same key and minute.
    func addKeyHistory(_ changes: [KeyChangeRecord], _ outcomes: [KeyOutcomesRecord]) async throws

    /// Returns the latest change of each key.
    func latestKeyChanges() async throws -> [KeyChangeRecord]

    /// Returns the changes of an upstream's keys in a part of time, and the last change of each key before it, the earliest first.
    ///
    /// - Parameter limit: The most changes to return; the earliest ones are left out.
    func keyChanges(of upstream: String, in time: Range<Date>, limit: Int) async throws -> [KeyChangeRecord]

    /// Returns the outcomes of an upstream's keys in a part of time, summed over steps, the earliest first.
    ///
    /// - Parameters:
    ///   - step: The minutes of a step; a step starts at a multiple of it.
    ///   - limit: The most rows to return; the earliest ones are left out.
    func keyOutcomes(
        of upstream: String,
        in minutes: Range<Int>,
        step: Int,
        limit: Int
    ) async throws -> [KeyOutcomesRecord]

    /// Deletes what is older than a time, except the last change before it of each key that was not removed.
    ///
    /// - Parameter most: The most changes of a key that are kept.
    func deleteKeyHistory(before time: Date, keeping most: Int) async throws
}
