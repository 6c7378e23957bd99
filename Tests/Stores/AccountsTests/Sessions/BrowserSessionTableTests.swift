import FoundationEssentials
import Storage
import Testing

@testable import Accounts

/// The ends of sign-ins and of one-time codes.
@Suite struct BrowserSessionTableTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func record(
        _ number: Int,
        _ side: BrowserSession.Side = .client,
        client: String = "alice",
        after seconds: Double = 0
    ) -> BrowserSessionRecord {
        BrowserSessionRecord(
            hash: Data([UInt8(number % 256), UInt8(number / 256)]),
            id: "s\(number)",
            side: side,
            tokenHash: nil,
            client: client,
            agent: "",
            createdAt: start + seconds,
            usedAt: start + seconds
        )
    }

    @Test func aSignInEndsWithoutRequestsAndAfterItsLongestTime() {
        for (side, idle, longest) in [
            (BrowserSession.Side.client, 7 * 86_400.0, 30 * 86_400.0), (.admin, 1800, 43_200),
        ] {
            var table = BrowserSessionTable([record(1, side)])
            let hash = record(1).hash
            #expect(table.use(hash, side, at: start + idle - 1) != nil)
            #expect(table.use(hash, side, at: start + 2 * idle - 2) != nil)
            #expect(table.use(hash, side, at: start + 3 * idle) == nil)
            var time = idle / 2
            while time < longest {
                table = BrowserSessionTable([record(1, side)])
                var used = 0.0
                while used < time, table.use(hash, side, at: start + used) != nil { used += idle / 2 }
                time += idle
            }
            #expect(table.use(hash, side, at: start + longest) == nil)
        }
    }

    @Test func aCookieIsForItsPageOnly() {
        var table = BrowserSessionTable([record(1)])
        #expect(table.use(record(1).hash, .admin, at: start) == nil)
        #expect(table.use(record(2).hash, .client, at: start) == nil)
        #expect(table.use(record(1).hash, .client, at: start)?.0.id == "s1")
    }

    @Test func itsUseIsStoredNowAndThen() {
        var table = BrowserSessionTable([record(1, .admin)])
        let due = stride(from: 0.0, to: 300, by: 10).filter {
            table.use(record(1).hash, .admin, at: start + $0)?.isDue == true
        }
        #expect(due == [60, 120, 180, 240])
    }

    @Test func theLeastUsedOneMakesRoom() {
        let count = BrowserSessionTable.mostOfClient
        var table = BrowserSessionTable((0..<count).map { record($0, after: Double($0)) })
        #expect(table.use(record(0).hash, .client, at: start + 1000) != nil)
        #expect(table.surplus(beside: record(count), at: start + 1000) == ["s1"])
        #expect(table.surplus(beside: record(count, client: "bob"), at: start + 1000) == [])
        // Those that have ended are removed in passing.
        #expect(table.surplus(beside: record(count, client: "bob"), at: start + 40 * 86_400).count == count)
    }

    @Test func aCodeWorksOnceForItsPageWithinTenMinutes() {
        var table = BrowserSessionTable()
        let codes = (1...4).map { Data([UInt8($0)]) }
        for code in codes { #expect(table.addCode(code, .client, client: "alice", at: start) == start + 600) }
        #expect(table.takeCode(codes[0], .client, at: start + 599)?.client == "alice")
        #expect(table.takeCode(codes[0], .client, at: start + 599)?.client == nil)
        #expect(table.takeCode(codes[1], .client, at: start + 600)?.client == nil)
        #expect(table.takeCode(codes[2], .admin, at: start)?.client == nil)
        // A code that was sent to the wrong page is used up too.
        #expect(table.takeCode(codes[2], .client, at: start)?.client == nil)
        for number in 0..<BrowserSessionTable.mostCodes {
            _ = table.addCode(Data([9, UInt8(number)]), .client, client: "bob", at: start)
        }
        #expect(table.takeCode(codes[3], .client, at: start)?.client == nil)
        #expect(table.takeCode(Data([9, 0]), .client, at: start)?.client == "bob")
    }

    @Test func aConfirmationIsOfASignInThatHasNotEnded() {
        var table = BrowserSessionTable([record(1, .admin), record(2)])
        let first = table.confirm("s1", .admin, at: start + 1000)
        #expect(first?.confirmedAt == start + 1000 && first?.createdAt == start)
        #expect(table.session("s1", .admin, at: start + 1000)?.confirmedAt == start + 1000)
        let session = BrowserSession(first ?? record(1, .admin))
        for (seconds, isConfirmed) in [(1000.0, true), (1900, true), (1901, false)] {
            #expect(session.isConfirmed(at: start + seconds) == isConfirmed)
        }
        let others = [
            table.confirm("s1", .client, at: start), table.confirm("s2", .admin, at: start),
            table.confirm("s9", .admin, at: start), table.confirm("s1", .admin, at: start + 9000),
        ]
        #expect(others.allSatisfy { $0 == nil })
        // A sign-in by itself counts as confirmed.
        #expect(BrowserSession(record(3)).isConfirmed(at: start + 900))
    }

    @Test func aLaterListReplacesTheSignInsAndKeepsLaterTimes() {
        var table = BrowserSessionTable([record(1), record(2)])
        _ = table.use(record(1).hash, .client, at: start + 10)
        _ = table.confirm("s1", .client, at: start + 20)
        var used = record(3)
        used.usedAt = start + 30
        table.replace(with: RevisedList(revision: 7, records: [record(1), used]), readAt: start)
        #expect(table.session("s1", .client, at: start)?.usedAt == start + 10)
        #expect(table.session("s1", .client, at: start)?.confirmedAt == start + 20)
        #expect(table.session("s2", .client, at: start) == nil)
        #expect(table.session("s3", .client, at: start)?.usedAt == start + 30)
        #expect(table.seen.revision == 7)
    }
}
