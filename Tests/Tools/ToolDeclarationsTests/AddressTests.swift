import Testing
import ToolDeclarations

@Suite struct AddressTests {
    @Test func defaultPortsAreNotWritten() {
        let origins = [
            WebOrigin(scheme: "https", host: "a.test", port: 443), WebOrigin(scheme: "http", host: "a.test", port: 80),
            WebOrigin(scheme: "https", host: "a.test", port: 80), WebOrigin(scheme: "http", host: "::1", port: 8080),
        ]
        #expect(
            origins.map(\.description) == [
                "https://a.test", "http://a.test", "https://a.test:80", "http://[::1]:8080",
            ]
        )
    }

    @Test func aClassHasAllItsStatuses() {
        #expect([399, 400, 404, 499, 500].filter(StatusPattern.class(4).matches) == [400, 404, 499])
        #expect([403, 404, 405].filter(StatusPattern.exactly(404).matches) == [404])
    }
}
