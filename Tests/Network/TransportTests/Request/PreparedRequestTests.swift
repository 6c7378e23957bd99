import Telemetry
import Testing

@testable import Transport

@Suite struct PreparedRequestTests {
    @Test(arguments: [true, false]) func onlyTrustedRequestsCarryTheTrace(isTrusted: Bool) throws {
        let trace = TraceContext()
        let prepared = try TraceContext.$current.withValue(trace) {
            try PreparedRequest(
                HTTPRequest(.get, "http://127.0.0.1/", isTrusted: isTrusted),
                configuration: .init()
            )
        }
        #expect(prepared.headers.contains("traceparent") == isTrusted)
        if isTrusted { #expect(prepared.headers["traceparent"]?.contains(trace.traceID) == true) }
    }
}
