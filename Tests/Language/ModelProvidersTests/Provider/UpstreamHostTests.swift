import Testing
import Transport

/// The part of a provider's address that messages contain.
@Suite struct UpstreamHostTests {
    @Test(arguments: [
        ("https://api.openai.com/v1", "api.openai.com"),
        ("http://127.0.0.1:8080/v1/", "127.0.0.1:8080"),
        ("host.test/v1", "host.test"),
        ("host.test:80", "host.test:80"),
        ("//host.test", ""),
        ("http://[::1]:80?x", "[::1]:80"),
        ("http://[::1]", "[::1]"),
        ("https://host.test?next=https://me:word@other.test/", "host.test"),
        ("https://host.test/@here", "host.test"),
        ("https://user:word@host.test", "host.test"),
        ("https://user:word@host.test:8443/v1", "host.test:8443"),
        ("https://user:w@rd@host.test#x", "host.test"),
        ("https://user:word@", ""),
        ("user:word@host.test/v1", "host.test"),
        ("https://user:word@\u{308}host.test", "\u{308}host.test"),
        ("https://user:wo/rd@host.test", "user"),
        ("", ""),
    ]) func table(url: String, host: String) {
        #expect(HTTPRequest.host(of: url) == host)
    }
}
