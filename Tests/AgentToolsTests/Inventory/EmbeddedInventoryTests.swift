import AgentTools
import Storage
import StreamingJSON
import Testing

/// Days as the embedded store keeps them, at moments of our choosing.
@Suite(.timeLimit(.minutes(1))) struct EmbeddedInventoryTests {
    @Test(arguments: [
        // 23:30 of the 20th in Tokyo: the 20th there, also the 20th in UTC.
        ("2026-11-20T14:30:00Z", "Asia/Tokyo", "2026-11-20", "2026-11-19", "2026-11-21"),
        // 00:30 of the 21st in Tokyo, still the 20th in UTC.
        ("2026-11-20T15:30:00Z", "Asia/Tokyo", "2026-11-21", "2026-11-20", "2026-11-22"),
        // The last minute of a day of 25 hours in Paris.
        ("2026-10-25T22:59:00Z", "Europe/Paris", "2026-10-25", "2026-10-24", "2026-10-26"),
    ])
    func bothEndsAreInclusive(moment: String, zone: String, day: String, before: String, after: String) async throws {
        let inventory = InventoryTrial(EmbeddedInventory(store: try SQLiteStore(path: nil)))
        let created = try await inventory.call("createInventory", ["title": "x"], zone: zone, now: moment)
        #expect(created.text.contains("(updated: \(day))"))
        for (first, last, isThere) in [
            (day, day, true), (before, before, false), (after, after, false), (before, after, true),
        ] {
            let listed = try await inventory.call(
                "getInventoryList",
                ["updatedAfter": .string(first), "updatedBefore": .string(last)],
                zone: zone,
                now: moment
            )
            #expect(listed.text.contains("ID: 1") == isThere, "\(first) – \(last)")
        }
    }
}
