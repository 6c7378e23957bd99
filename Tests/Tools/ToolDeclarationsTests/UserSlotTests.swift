import StreamingJSON
import Testing
import ToolDeclarations

/// The slots for the user that a call of a tool serves.
@Suite struct UserSlotTests {
    private static func tool(_ request: String, _ more: String = "") throws -> ToolDeclaration {
        let text = """
            torii: 1
            upstream: x
            base: https://api.test
            tools:
              - name: a
                description: b
                arguments: {user: {type: string}, subject: {type: string}, q: {type: string}}
                request: \(request)
                \(more)

            """
        return try ToolDeclarationFile(text, file: "f").tools[0]
    }

    private static let user: [Slot.UserFact: String] = [
        .user: "usr_1", .subject: "a b/ü&\"\r\n{q}", .organization: "Acme & Co", .plan: "pro",
    ]

    /// Arguments that are named like the facts, in every way that a caller could try.
    private static let arguments: JSONObject = [
        "user": "forged", "subject": "forged", "caller.user": "forged", "caller.subject": "forged",
        "caller": ["user": "forged"], "q": "word",
    ]

    private func request(_ request: String) throws -> DeclaredRequest {
        let template = try Self.tool(request).request
        let base = BaseAddress(origin: WebOrigin(scheme: "https", host: "api.test", port: 443))
        return try template.request(to: base, with: RequestValues(arguments: Self.arguments, user: Self.user))
    }

    /// Each place encodes the value for itself.
    @Test(arguments: [
        (#"{get: "/users/{caller.user}/x"}"#, "https://api.test/users/usr_1/x", ""),
        (#"{get: "/o/{caller.organization}"}"#, "https://api.test/o/Acme%20%26%20Co", ""),
        (#"{get: /o, query: {u: "{caller.subject}"}}"#, "https://api.test/o?u=a%20b%2F%C3%BC%26%22%0D%0A%7Bq%7D", ""),
        (#"{get: /o, query: {u: "for {caller.plan}, {q}"}}"#, "https://api.test/o?u=for%20pro%2C%20word", ""),
        (#"{get: /o, query: {u: {from: caller.plan, map: {pro: "1"}}}}"#, "https://api.test/o?u=1", ""),
        (
            #"{post: /o, json: {u: "{caller.subject}", l: ["{caller.user}"]}}"#, "https://api.test/o",
            #"{"u":"a b/ü&\"\r\n{q}","l":["usr_1"]}"#
        ),
        (
            #"{post: /o, form: {u: "{caller.subject}"}}"#, "https://api.test/o", "u=a+b%2F%C3%BC%26%22%0D%0A%7Bq%7D"
        ),
        (
            #"{post: /g, graphql: {query: "{ a }", variables: {u: "{caller.organization}"}}}"#, "https://api.test/g",
            #"{"query":"{ a }","variables":{"u":"Acme & Co"}}"#
        ),
        (#"{post: /t, text: "plan {caller.plan}"}"#, "https://api.test/t", "plan pro"),
    ])
    func placesEncodeTheFact(request text: String, url: String, body: String) throws {
        let request = try request(text)
        #expect(request.url == url)
        #expect(String(decoding: request.body ?? [], as: UTF8.self) == body)
    }

    @Test func aHeaderFieldHasTheFact() throws {
        let request = try request(#"{get: /o, headers: {X-User: "{caller.user}"}}"#)
        #expect(request.headers.contains(DeclaredRequest.Header("X-User", "usr_1")))
        // A line break would start a field of its own.
        #expect(throws: RequestFault.self) { try self.request(#"{get: /o, headers: {X-User: "{caller.subject}"}}"#) }
        // A slash would lead to another path.
        #expect(throws: RequestFault.self) { try self.request(#"{get: "/o/{caller.subject}"}"#) }
    }

    /// Every place of a request counts.
    @Test(
        arguments: [
            (#"{get: "/{caller.user}"}"#, [.user]), (#"{get: /, query: {a: "{caller.plan} {q}"}}"#, [.plan]),
            (#"{get: /, query: {a: {from: caller.subject}}}"#, [.subject]),
            (#"{get: /, headers: {X-A: "{caller.organization}"}}"#, [.organization]),
            (#"{post: /, json: {a: {b: ["x {caller.user}"]}, c: "{caller.plan}"}}"#, [.user, .plan]),
            (#"{post: /, form: {a: "{caller.subject}"}}"#, [.subject]),
            (#"{post: /, multipart: {a: "{caller.subject}"}}"#, [.subject]),
            (#"{post: /, text: "{caller.subject}"}"#, [.subject]),
            (#"{post: /, graphql: {query: "{ a }", variables: {a: "{caller.user}"}}}"#, [.user]),
            (#"{get: /, query: {a: "{caller.locale}", b: "{user}", c: "{{caller.user}}"}}"#, []),
        ] as [(String, Set<Slot.UserFact>)]
    )
    func theNeededFactsAreFound(request: String, facts: Set<Slot.UserFact>) throws {
        #expect(try Self.tool(request).request.userFacts == facts)
    }

    @Test(
        arguments: [("", nil), ("data: public", .public), ("data: caller", .caller), ("data: operator", .operator)]
            as [(String, ToolDeclaration.DataClass?)]
    )
    func theDataIsRead(member: String, data: ToolDeclaration.DataClass?) throws {
        #expect(try Self.tool("{get: /}", member).data == data)
    }
}
