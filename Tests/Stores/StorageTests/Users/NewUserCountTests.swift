import Foundation
import Storage
import Testing

@Suite struct NewUserCountTests {
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)

    /// The time of a further user after the start of a full window, and the time until which none may be created.
    ///
    /// A clock that was set back does not open the quota, but one that was wrong by a day does not close it for ever.
    private static let ends: [(time: TimeInterval, end: TimeInterval?)] = [
        (0, 86_400), (60, 86_400), (86_399, 86_400), (-60, 86_400), (86_400, nil), (-86_400, nil),
    ]

    @Test(arguments: ends)
    func aFullWindowOpensADayAfterItsFirstUser(time: TimeInterval, end: TimeInterval?) {
        var count = NewUserCount(startedAt: Self.start)
        var ends: [Date?] = []
        for offset in [0, 50, time] { ends.append(count.add(atMost: 2, at: Self.start + offset)) }
        #expect(ends == [nil, nil, end.map { Self.start + $0 }])
        #expect(count.startedAt == (end == nil ? Self.start + time : Self.start))
        #expect(count.count == (end == nil ? 1 : 2))
    }

    @Test func withoutAQuotaUsersAreCounted() {
        var count = NewUserCount(startedAt: Self.start)
        var ends: [Date?] = []
        for most in [nil, nil, 2, 3, 3] { ends.append(count.add(atMost: most, at: Self.start)) }
        #expect(ends == [nil, nil, Self.start + 86_400, nil, Self.start + 86_400])
    }
}
