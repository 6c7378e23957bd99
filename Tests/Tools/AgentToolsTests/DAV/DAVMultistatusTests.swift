import Testing

@testable import AgentTools
@testable import BuiltInTools

/// Multi-status answers, also of servers that are a little off.
@Suite struct DAVMultistatusTests {
    private static func answer(_ responses: String) throws -> DAVMultistatus {
        let text = "<d:multistatus xmlns:d=\"DAV:\">\(responses)</d:multistatus>"
        return try DAVMultistatus(parsing: Array(text.utf8))
    }

    private static let href = "<d:href>/a</d:href>"
    private static let prop = "<d:prop><d:resourcetype/></d:prop>"

    @Test(arguments: [
        ("\(href)<d:propstat>\(prop)<d:status>HTTP/1.1 200 OK</d:status></d:propstat>", 1),
        ("\(href)<d:propstat>\(prop)<d:status>HTTP/2 200</d:status></d:propstat>", 1),
        ("\(href)<d:propstat>\(prop)<d:status>200 OK</d:status></d:propstat>", 1),
        ("\(href)<d:propstat>\(prop)</d:propstat>", 1),
        ("\(href)<d:propstat>\(prop)<d:status/></d:propstat>", 1),
        ("\(href)<d:propstat>\(prop)<d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>", 0),
        (
            "\(href)<d:status>HTTP/1.1 200 OK</d:status><d:propstat>\(prop)<d:status>HTTP/1.1 200 OK</d:status></d:propstat>",
            1
        ),
    ])
    func propertiesAreRead(response: String, properties: Int) throws {
        let answer = try Self.answer("<d:response>\(response)</d:response>")
        #expect(answer.resources.map(\.href) == ["/a"] && answer.resources.first?.properties.count == properties)
        #expect(!answer.isIncomplete)
    }

    /// A property that the server failed to send is missing; a collection has none of those of its members.
    @Test(arguments: [
        ("/a", "404 Not Found", true), ("/a", "403 Forbidden", true), ("/a", "500 Oops", true),
        ("/a/", "404 Not Found", false),
        ("/a/", "500 Oops", true), ("/a", "200 OK", false),
    ])
    func aPropertyMayBeMissing(href: String, status: String, lacks: Bool) throws {
        let answer = try Self.answer(
            "<d:response><d:href>\(href)</d:href><d:propstat><d:prop><d:getetag>1</d:getetag></d:prop></d:propstat>"
                + "<d:propstat>\(Self.prop)<d:status>HTTP/1.1 \(status)</d:status></d:propstat></d:response>"
        )
        #expect(answer.resources.first?.lacks(.resourceType) == lacks && !answer.isIncomplete)
    }

    @Test func anEmptyListOfKindsPermitsEvents() throws {
        let answer = try Self.answer(
            "<d:response>\(Self.href)<d:propstat><d:prop><d:resourcetype><c:calendar xmlns:c=\"urn:ietf:params:xml:ns:caldav\"/>"
                + "</d:resourcetype><c:supported-calendar-component-set xmlns:c=\"urn:ietf:params:xml:ns:caldav\"/></d:prop>"
                + "</d:propstat></d:response>"
        )
        #expect(answer.resources.first.map { DAVCollectionKind.calendar.matches($0) } == true)
    }

    /// A resource that is gone is not missing; one that the server left out is.
    @Test(arguments: [
        ("\(href)<d:status>HTTP/1.1 404 Not Found</d:status>", false),
        ("\(href)<d:status>HTTP/1.1 410 Gone</d:status>", false),
        ("\(href)<d:status>HTTP/1.1 507 Insufficient Storage</d:status>", true),
        ("\(href)<d:status>HTTP/1.1 500 Oops</d:status>", true), ("<d:propstat>\(prop)</d:propstat>", true),
    ])
    func whatIsLeftOutIsKnown(response: String, isIncomplete: Bool) throws {
        let whole = "<d:response><d:href>/b</d:href><d:propstat>\(Self.prop)</d:propstat></d:response>"
        let answer = try Self.answer("<d:response>\(response)</d:response>" + whole)
        #expect(answer.isIncomplete == isIncomplete && answer.resources.map(\.href) == ["/b"])
    }
}
