import StreamingJSON
import Transport

extension TestServer {
    /// Sends a call of the admin interface.
    func admin(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = Optional.none,
        token: String = adminToken,
        headers: [(String, String)] = []
    ) async throws -> Answer {
        try await send(
            method,
            "/admin/" + path,
            token: token,
            body: body?.serialized(),
            headers: [("Content-Type", "application/json")] + headers
        )
    }

    /// Opens the events for administrators, and reads the snapshot.
    func adminEvents() async throws -> EventReader {
        var request = HTTPRequest(.get, baseURL + "/admin/events", isTrusted: true)
        request.headers.append("Authorization", .plain("Bearer \(Self.adminToken)"))
        var reader = EventReader(try await client.send(request))
        _ = try await reader.next()
        return reader
    }
}

extension TestServer.Answer {
    /// The last component of a problem's type.
    var problem: String? { json["type"]?.stringValue?.split(separator: ":").last.map(String.init) }
}
