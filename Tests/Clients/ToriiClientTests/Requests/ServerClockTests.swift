import Foundation
import Testing

@testable import ToriiClient

@Suite struct ServerClockTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
        ("Sun, 06 Nov 1994 08:49:37", nil),
        ("Sun, 31 Feb 2024 00:00:00 GMT", nil),
        ("Sunday, 06-Nov-94 08:49:37 GMT", nil),
        ("Sun, 6 Nov 1994 08:49:37 GMT", nil),
        ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
        ("", nil),
    ])
    func dates(text: String, seconds: Double?) {
        #expect(ServerClock.date(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        // The device is ten minutes ahead, right, and ten minutes behind: the time left is the server's.
        (600.0, 300.0), (0, 300), (-600, 300),
    ])
    func theTimeLeftIsTheServers(ahead: Double, left: Double) {
        let server = Date(timeIntervalSince1970: 784_111_777)
        var clock = ServerClock()
        clock.observe("Sun, 06 Nov 1994 08:49:37 GMT", now: server + ahead)
        #expect(clock.remaining(until: server + 300, now: server + ahead) == .seconds(left))
        #expect(clock.remaining(until: server + 300, now: server + ahead + 400) == .zero)
    }

    @Test func aDeadlineIsBounded() {
        let clock = ServerClock()
        #expect(clock.remaining(until: .distantFuture, now: .distantPast) == .seconds(31_536_000))
        #expect(clock.remaining(until: .distantPast, now: .distantFuture) == .zero)
    }

    @Test(arguments: [
        ("5", Duration.seconds(5)), ("0", .zero), ("1.5", .seconds(1.5)), ("99999999", .seconds(86_400)),
        ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)), ("Sun, 06 Nov 1994 08:48:37 GMT", .zero),
        ("-1", nil), ("nan", nil), ("soon", nil), ("", nil),
    ])
    func retryAfter(field: String, wait: Duration?) {
        #expect(Requester.wait(field, now: Date(timeIntervalSince1970: 784_111_777)) == wait)
    }
}
