import StreamingJSON
import Testing

@testable import OpenAPIImport

@Suite struct ServerTests {
    /// The servers as written, the options, and the address of the operation.
    struct Row: CustomTestStringConvertible, Sendable {
        let servers: String
        var options = ImportOptions(upstream: "api")
        let address: String?
        var testDescription: String { servers }
    }

    static let rows: [Row] = [
        Row(servers: "[{url: 'https://a.example/v1/'}]", address: "https://a.example/v1"),
        Row(servers: "[{url: 'http://a.example'}, {url: 'https://b.example'}]", address: "https://b.example"),
        Row(servers: "[{url: /v1}]", address: nil),
        Row(servers: "[]", address: nil),
        Row(servers: "[{url: 'ftp://a.example'}]", address: nil),
        Row(servers: "[{url: 'https://user@a.example'}]", address: nil),
        Row(
            servers: "[{url: /v1}]",
            options: ImportOptions(upstream: "api", documentURL: "https://d.example/spec/openapi.yaml"),
            address: "https://d.example/v1"
        ),
        Row(
            servers: "[{url: v1}]",
            options: ImportOptions(upstream: "api", documentURL: "https://d.example/spec/openapi.yaml"),
            address: "https://d.example/spec/v1"
        ),
        Row(
            servers: "[{url: 'https://a.example'}]",
            options: ImportOptions(upstream: "api", base: "https://b.example:8443/x"),
            address: "https://b.example:8443/x"
        ),
        Row(
            servers: "[{url: 'https://{host}.example:{port}', variables: {host: {default: h}, port: {default: 443}}}]",
            address: "https://h.example:443"
        ),
        Row(servers: "[{url: 'https://{host}.example'}]", address: nil),
        Row(
            servers: "[{url: 'https://{host}.example'}]",
            options: ImportOptions(upstream: "api", serverVariables: ["host": "mine"]),
            address: "https://mine.example"
        ),
        Row(
            servers: "[{url: 'https://{host}.example'}]",
            options: ImportOptions(upstream: "api", serverVariables: ["host": "evil.example/"]),
            address: "https://evil.example/.example"
        ),
    ]

    @Test("Servers of the document", arguments: rows)
    func server(row: Row) async throws {
        let text = "{openapi: 3.0.0, servers: \(row.servers), paths: {/x: {get: {}}}}"
        let api = try await imported(text, options: row.options)
        #expect(api.operations.first.map { $0.origin + $0.basePath } == row.address)
        #expect(api.skipped.map(\.reason) == (row.address == nil ? [.server] : []))
    }

    @Test(
        "Variables that the document does not have, or values that it does not permit, are refused",
        arguments: [
            (["region": "mars"], "The server variable region cannot be 'mars'. It can be us, eu."),
            (["region": "eu1"], "The server variable region cannot be 'eu1'. Did you mean eu?"),
            (["regoin": "us"], "have no variable 'regoin'. Did you mean region?"),
            (["zone": "x"], "have no variable 'zone'. Their variables are free, own, port, region."),
            (["region": "eu", "free": "any", "port": "8443", "own": "1"], nil),
        ] as [([String: String], String?)]
    )
    func variables(values: [String: String], says: String?) async throws {
        let text = """
            openapi: 3.1.0
            servers:
              - {url: 'https://{region}.a.example:{port}/{free}', variables: {region: {enum: [us, eu], default: us}, port: {enum: [443, 8443], default: 443}}}
            paths:
              /a: {get: {servers: [{url: 'https://{own}.example'}]}, put: {}}

            """
        var options = ImportOptions(upstream: "api")
        options.serverVariables = values
        guard let says else {
            let api = try await imported(text, options: options)
            #expect(api.operations.map(\.origin) == ["https://1.example", "https://eu.a.example:8443"])
            return
        }
        let error = await #expect(throws: OpenAPIError.self) { try await imported(text, options: options) }
        #expect(error?.code == .unusableOption && error?.message.contains(says) == true, "\(error?.message ?? "")")
    }

    /// Whatever the document leaves open and the import decides is said, once for the document's own servers.
    @Test(
        "Decisions are said",
        arguments: [
            ("[{url: 'https://{r}.example', variables: {r: {enum: [eu, us]}}}]", "r is 'eu', the first of its values"),
            (
                "[{url: 'https://{r}.example', variables: {r: {default: as, enum: [eu]}}}]",
                "r is 'as', its default, which is none"
            ),
            (
                "[{url: 'https://a.example/{base}'}, {url: 'https://b.example'}]",
                "the server variable base has no value"
            ),
            ("[{url: 'http://a.example'}, {url: 'https://b.example'}]", "http://a.example is left out"),
            ("[{url: 'https://a.example'}, {url: 'https://b.example'}]", nil),
            ("[{url: 'https://{r}.example', variables: {r: {default: eu, enum: [eu, us]}}}]", nil),
        ] as [(String, String?)]
    )
    func decisions(servers: String, says: String?) async throws {
        let root = try await imported("{openapi: 3.0.0, servers: \(servers), paths: {/x: {get: {}, put: {}}}}")
        let own = try await imported("{openapi: 3.0.0, paths: {/x: {get: {servers: \(servers)}}}}")
        for api in [root, own] {
            #expect(api.unmapped.count == (says == nil ? 0 : 1) && api.skipped.isEmpty, "\(api.unmapped)")
            #expect(says.map { api.unmapped.first?.message.contains($0) == true } ?? true, "\(api.unmapped)")
        }
    }

    @Test(
        "A body that may have other members",
        arguments: [
            ("true", 1), ("{type: string}", 1), ("{}", 1), ("false", 0),
        ]
    )
    func openBodies(others: String, count: Int) async throws {
        let schema = "{type: object, properties: {a: {type: string}}, additionalProperties: \(others)}"
        let api = try await imported(
            "{openapi: 3.0.0, servers: [{url: 'https://a.example'}], paths: {/x: {post: {requestBody: "
                + "{content: {application/json: {schema: \(schema)}}}}}}}"
        )
        #expect(api.operations.count == 1 && api.unmapped.map(\.reason) == Array(repeating: .bodyFormat, count: count))
    }

    @Test func theNearestServerIsUsed() async throws {
        let api = try await imported(
            """
            openapi: 3.0.0
            servers: [{url: 'https://root.example'}]
            paths:
              /a: {servers: [{url: 'https://path.example'}], get: {servers: [{url: 'https://own.example'}]}, put: {}}
              /b: {get: {servers: [{url: /relative}]}}
            """
        )
        #expect(
            api.operations.map { $0.origin + $0.basePath }
                == ["https://own.example", "https://path.example", "https://root.example/relative"]
        )
    }

    @Test(
        "Keys",
        arguments: [
            ("[{bearer: []}]", [[.bearer]], []),
            ("[{bearer: []}, {}]", [[.bearer]], []),
            ("[{id: [], secret: []}]", [[.header("X-Id"), .header("X-Secret")]], []),
            ("[{mutual: []}, {query: []}]", [[.query("key")]], [Unmapped.Reason.security]),
            ("[{mutual: []}]", nil, [.security]),
            ("[{missing: []}]", nil, [.security]),
            ("[{connect: []}]", [[.bearer]], []),
            ("[{oauth: [a]}]", [[.clientCredentials(token: "https://a.example/t", scopes: ["a"])]], []),
            ("[]", [], []),
        ] as [(String, [[SecurityAlternative.Member]]?, [Unmapped.Reason])]
    )
    func keys(security: String, members: [[SecurityAlternative.Member]]?, reasons: [Unmapped.Reason]) async throws {
        let api = try await imported(
            """
            openapi: 3.1.0
            servers: [{url: 'https://a.example'}]
            security: \(security)
            paths: {/x: {get: {}}}
            components:
              securitySchemes:
                bearer: {type: http, scheme: Bearer}
                id: {type: apiKey, in: header, name: X-Id}
                secret: {type: apiKey, in: header, name: X-Secret}
                query: {type: apiKey, in: query, name: key}
                mutual: {type: mutualTLS}
                connect: {type: openIdConnect, openIdConnectUrl: 'https://a.example'}
                oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://a.example/t'}}}
            """
        )
        #expect(api.operations.first?.security.map { $0.members.map(\.member) } == members)
        #expect(api.unmapped.map(\.reason) == reasons)
    }
}
