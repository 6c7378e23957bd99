import AgentTools
import Testing

/// The name of an upstream in a text for a model and its user: that of a public host, never one of a private network.
@Suite struct UpstreamHostTests {
    @Test(arguments: [
        ("api.example.com", true), ("api.example.com:8443", true), ("127.0.0.1:18450", false), ("10.0.0.7", false),
        ("[::1]:80", false), ("localhost:9", false), ("inventory", false), ("nas.local", false),
        ("wiki.corp:81", false),
        ("db.svc.internal", false), ("", false),
    ])
    func onlyAPublicHostIsNamed(host: String, isNamed: Bool) {
        let failure = UpstreamFailure(.unreachable, host: host)
        let english = failure.text(for: Caller())
        #expect(english == "\(isNamed ? host : "the service") could not be reached")
        let japanese = failure.text(for: Caller(localeIdentifier: "ja"))
        #expect(japanese.hasPrefix(isNamed ? host : "サービス"))
        // The operator's text has it.
        #expect(failure.description == "\(host) could not be reached")
    }
}
