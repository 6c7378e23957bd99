import Foundation
import StreamingJSON
import Testing

@testable import AgentRuntime

@Suite struct DeviceFeedTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func event(_ type: String, app: String? = nil) -> DeviceEvent {
        DeviceEvent(type: type, data: [:], app: app)
    }

    @Test func aReaderContinuesAfterItsLastEvent() throws {
        let feed = DeviceFeed(at: start)
        let first = feed.end
        #expect(first == 1_795_000_000_000)
        feed.append(event("a"))
        feed.append(event("b", app: "album"))
        feed.append(event("c", app: "pics"))
        let all = try #require(feed.events(from: first, app: nil))
        #expect(
            all.events.map(\.event.type) == ["a", "b", "c"]
                && all.events.map(\.number) == [first, first + 1, first + 2]
        )
        #expect(feed.events(from: first + 1, app: "album")?.events.map(\.event.type) == ["b"])
        #expect(feed.events(from: first + 3, app: nil)?.events.isEmpty == true)
        // Numbers of an earlier process, and numbers that do not exist, are gaps.
        #expect(feed.events(from: first - 1, app: nil) == nil)
        #expect(feed.events(from: first + 4, app: nil) == nil)
        #expect(feed.events(from: .min, app: nil) == nil && feed.events(from: .max, app: nil) == nil)
    }

    @Test func oldEventsAreDropped() {
        let feed = DeviceFeed(at: start)
        let first = feed.end
        for number in 0..<300 { feed.append(event("\(number)")) }
        #expect(feed.events(from: first, app: nil) == nil)
        #expect(feed.events(from: first + 44, app: nil)?.events.count == 256)
    }

    @Test func readersAreSignsOfLifeUntilTheyLeave() async {
        let feed = DeviceFeed(at: start)
        let (reader, wakes, _) = feed.attach(app: "album")
        #expect(feed.hasReader(for: "album") && feed.hasReader(for: nil) && !feed.hasReader(for: "pics"))
        feed.append(event("a"))
        feed.detach(reader)
        #expect(!feed.hasReader(for: "album"))
        var count = 0
        for await _ in wakes { count += 1 }
        #expect(count == 1)
        feed.finish()
        // A reader that comes after the end is not kept.
        let late = feed.attach(app: nil)
        for await _ in late.wakes { Issue.record("an event after the end") }
        #expect(!feed.hasReader(for: nil))
    }
}
