import Storage
import Testing

@Suite struct SeenRevisionTests {
    @Test func ownChangesNeedNoReading() {
        var seen = SeenRevision(4)
        seen.record(5)
        seen.record(6)
        #expect(!seen.isBehind(6) && seen.isBehind(7))
        #expect(seen.changes == 2)
    }

    @Test func ownChangesMayArriveInAnyOrder() {
        var seen = SeenRevision(4)
        seen.record(6)
        #expect(seen.isBehind(6))
        seen.record(5)
        #expect(seen.revision == 6)
    }

    @Test func aChangeByAnotherProcessBetweenOwnOnesIsRead() {
        var seen = SeenRevision(4)
        seen.record(6)
        // 5 is another process's.
        #expect(seen.isBehind(6))
        seen.read(5)
        #expect(seen.revision == 6)
        seen.record(8)
        seen.read(9)
        #expect(!seen.isBehind(9) && seen.isBehind(10))
    }

    @Test func aListThatWasReadEarlierChangesNothing() {
        var seen = SeenRevision(4)
        seen.record(5)
        seen.read(4)
        #expect(seen.revision == 5)
    }

    @Test func withoutAListEveryRevisionIsLater() {
        #expect(SeenRevision().isBehind(0))
    }
}
