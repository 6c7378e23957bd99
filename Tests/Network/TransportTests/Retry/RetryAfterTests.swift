import FoundationEssentials
import Testing
import Transport

@Suite struct RetryAfterTests {
    private static let day = Duration.seconds(86_400)

    @Test(arguments: [
        ("7", Duration.seconds(7)), ("0", .zero), ("0.5", .milliseconds(500)), ("86401", day), ("1e19", day),
        ("9999999999999999999999999999", day), ("-3", nil), ("soon", nil), ("", nil), ("inf", nil), ("nan", nil),
        ("7 seconds", nil),
        ("Sat, 21 Nov 2026 03:00:30 GMT", .seconds(30)), ("Saturday, 21-Nov-26 03:00:30 GMT", .seconds(30)),
        ("Sat Nov 21 03:00:30 2026", .seconds(30)), ("Sat, 21 Nov 2026 02:00:00 GMT", .zero),
        ("Fri, 31 Dec 9999 23:59:59 GMT", day), ("Sat, 21 Nov 2026 03:00:30 CET", nil),
    ]) func table(value: String, delay: Duration?) {
        let headers: HTTPHeaders = ["Content-Length": "0", "retry-AFTER": .plain(value)]
        #expect(headers.retryAfter(now: HTTPDateTests.now) == delay)
    }

    @Test func missing() {
        #expect(HTTPHeaders().retryAfter(now: HTTPDateTests.now) == nil)
    }
}
