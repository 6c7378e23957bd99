import AgentWire
import HTTPTypes
import JSONSchema
import Storage
import StreamingJSON
import Testing
import Transport

@testable import APIDescription
@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct OpenAPIDocumentTests {
    private static let document = OpenAPIDocument(endpoints: Endpoint.all).json

    @Test func everyOperationHasAUniqueNameAndPath() {
        #expect(Set(Endpoint.all.map(\.id)).count == Endpoint.all.count)
        #expect(Set(Endpoint.all.map { "\($0.method) \($0.template)" }).count == Endpoint.all.count)
        for endpoint in Endpoint.all {
            #expect(
                endpoint.summary.last == "." && (!endpoint.answers.isEmpty || !endpoint.problems.isEmpty),
                "\(endpoint.id)"
            )
            #expect(endpoint.access.isOpen == endpoint.access.scopeNames.isEmpty, "\(endpoint.id)")
            // Only operations that reveal nothing about clients need no token.
            let isMetadata = endpoint.path.hasPrefix("/.well-known/")
            // A browser has no token before it has signed in.
            let isOfPages = ["/", "/admin/", "/sw.js", "/manifest.webmanifest", "/v1/session", "/admin/session"]
                .contains(
                    endpoint.path
                )
            #expect(!endpoint.access.isOpen || endpoint.side == .both || isMetadata || isOfPages, "\(endpoint.id)")
        }
    }

    @Test func everyReferenceHasASchema() throws {
        let document = Self.document
        let names = Set(try #require(document["components"]?["schemas"]?.objectValue).map(\.key))
        #expect(names.count == WireSchema.components.count)
        var used: Set<String> = []
        func visit(_ value: JSONValue) {
            switch value {
            case .array(let elements): elements.forEach(visit)
            case .object(let object):
                for (name, value) in object {
                    if name == "$ref", let text = value.stringValue {
                        used.insert(String(text.split(separator: "/").last ?? ""))
                    }
                    visit(value)
                }
            default: break
            }
        }
        visit(document)
        #expect(used == names)
        for (name, schema) in WireSchema.components {
            #expect(throws: Never.self, "\(name)") {
                try JSONSchema(["$ref": .string("urn:t#/components/schemas/\(name)")], documents: ["urn:t": document])
            }
            #expect(schema.json.objectValue?.isEmpty == false)
        }
    }

    /// The words of the wire are those of the store, which the wire does not know.
    @Test func aHistoryHasTheWordsOfTheStore() {
        let change = WireKeyHistory.Change.fields.schema.json["properties"]
        #expect(change?["state"]?["enum"] == .array(KeyChangeRecord.State.allCases.map { .string($0.rawValue) }))
        #expect(change?["cause"]?["enum"] == .array(KeyChangeRecord.Cause.allCases.map { .string($0.rawValue) }))
    }

    @Test func examplesMatchTheirSchemas() throws {
        let document = Self.document
        var count = 0
        for endpoint in Endpoint.all {
            for content in ([endpoint.body].compactMap(\.self) + endpoint.answers.flatMap(\.contents)) {
                guard let example = content.example else { continue }
                count += 1
                let text = content.schema.json.serialized().replacing("\"#/", with: "\"urn:t#/")
                let schema = try JSONSchema(JSONValue(parsing: Array(text.utf8)), documents: ["urn:t": document])
                #expect(try schema.validate(example).isEmpty, "\(endpoint.id)")
            }
        }
        #expect(count > 5)
    }

    @Test func aListenerDescribesItsEndpoints() async throws {
        try await TestServer.with { settings in
            settings.adminPort = 0
        } _: { server in
            let clients = try await server.send(.get, "/openapi.json", token: nil).json
            let admin = try await server.send(.get, "/openapi.json", token: nil, at: server.adminURL).json
            #expect(clients["openapi"] == "3.1.0")
            #expect(clients["paths"]?["/v1/chat"]?["post"]?["x-torii-scopes"] == ["chat"])
            #expect(clients["paths"]?["/admin/clients"] == nil && clients["paths"]?["/healthz"] != nil)
            #expect(admin["paths"]?["/v1/chat"] == nil && admin["paths"]?["/healthz"] != nil)
            #expect(admin["paths"]?["/admin/clients/{client}"]?["parameters"]?[0]?["name"] == "client")
        }
    }

    /// The response of a direct call has two forms, and the run's id in its header.
    @Test(arguments: [
        ("/v1/tools/{name}", ["application/json", "text/event-stream"]), ("/mcp/tools/{name}", ["application/json"]),
    ])
    func directCallsAreDescribed(path: String, types: [String]) {
        let operation = Self.document["paths"]?[path]?["post"]
        let answer = operation?["responses"]?["200"]
        #expect(answer?["content"]?.objectValue?.map(\.key) == types)
        #expect(answer?["headers"]?["Torii-Run"]?["schema"] == ["type": "string"])
        let parameters = operation?["parameters"]?.arrayValue?.compactMap { $0["name"]?.stringValue }
        let ofUser = ["Torii-User", "Torii-Plan", "Torii-Organization"]
        #expect(parameters == ["locale", "time_zone", "confirm", "on_disconnect", "Idempotency-Key"] + ofUser)
    }

    /// Every described operation exists: the response to its path is not 404, and that to its method not 405.
    @Test func everyOperationIsServed() async throws {
        try await TestServer.with { settings in
            settings.authorizationServers = ["https://auth.example"]
        } _: { server in
            for endpoint in Endpoint.all where endpoint.pathParameters.isEmpty {
                let answer = try await server.send(.init(rawValue: endpoint.method.rawValue), endpoint.path, token: nil)
                // A sign-in is open, but only for the server's own page.
                let open = endpoint.method == .post ? 403 : 200
                #expect(answer.status == (endpoint.access.isOpen ? open : 401), "\(endpoint.id)")
            }
            for endpoint in Endpoint.all where !endpoint.pathParameters.isEmpty {
                let path = endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
                    .map { $0.first == ":" ? "x" : String($0) }.joined(separator: "/")
                let answer = try await server.send(.init(rawValue: endpoint.method.rawValue), path, token: nil)
                #expect(answer.status == (endpoint.access.isOpen ? 404 : 401), "\(endpoint.id)")
            }
        }
    }
}
