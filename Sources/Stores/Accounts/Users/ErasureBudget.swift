import FoundationEssentials

/// The erasures that users may ask for themselves: a few of a person in a day, and of a client in a minute.
///
/// Each empties the write-ahead log and stops runs, which others notice. An administrator's erasures are not counted.
struct ErasureBudget: Sendable {
    /// The most erasures of a person in a day, and of a client in a minute.
    static let (mostOfPerson, mostOfClient) = (3, 10)
    private static let (day, minute): (TimeInterval, TimeInterval) = (86_400, 60)

    private struct Window: Sendable {
        var startedAt: Date
        var count = 0

        /// Returns the seconds until there is room; nil if there is some.
        mutating func wait(_ most: Int, in length: TimeInterval, at time: Date) -> TimeInterval? {
            if abs(time.timeIntervalSince(startedAt)) >= length { self = Window(startedAt: time) }
            return count < most ? nil : startedAt.addingTimeInterval(length).timeIntervalSince(time)
        }
    }

    private var persons = Generations<String, Window>(limit: 20_000)
    private var clients = Generations<String, Window>(limit: 2000)

    /// Counts an erasure; returns the whole seconds until there is room for one, and counts nothing, if there is none.
    mutating func spend(person: String, client: String, at time: Date) -> Int? {
        var ofPerson = persons.value(for: person) ?? Window(startedAt: time)
        var ofClient = clients.value(for: client) ?? Window(startedAt: time)
        let waits = [
            ofPerson.wait(Self.mostOfPerson, in: Self.day, at: time),
            ofClient.wait(Self.mostOfClient, in: Self.minute, at: time),
        ]
        if let wait = waits.compactMap(\.self).max() { return max(1, Int(wait.rounded(.up))) }
        ofPerson.count += 1
        ofClient.count += 1
        persons.set(ofPerson, for: person)
        clients.set(ofClient, for: client)
        return nil
    }
}
