import AgentWire
import HTTPTypes
package import StreamingJSON

/// The description of a listener's endpoints in the form of OpenAPI 3.1.
package struct OpenAPIDocument {
    let endpoints: [Endpoint]

    /// Makes the document of some endpoints.
    package init(endpoints: [Endpoint]) { self.endpoints = endpoints }

    /// The document.
    package var json: JSONValue {
        var paths = JSONObject()
        for endpoint in endpoints {
            var item = paths[endpoint.template]?.objectValue ?? Self.pathParameters(of: endpoint)
            item[endpoint.method.rawValue.lowercased()] = Self.operation(endpoint)
            paths[endpoint.template] = .object(item)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Torii",
                "summary": "A gateway that runs agents for thin clients and keeps the keys of their services.",
                "version": "1",
            ],
            "paths": .object(paths),
            "components": [
                "schemas": .object(JSONObject(WireSchema.components.map { ($0.name, $0.schema.json) })),
                "securitySchemes": [
                    "token": [
                        "type": "http", "scheme": "bearer",
                        "description":
                            "The token of a client or an administrator (RFC 6750). It needs one of the scopes in x-torii-scopes.",
                    ],
                    "key": [
                        "type": "apiKey", "in": "header", "name": "x-api-key",
                        "description": "The token of a client, in the header field of Anthropic's client libraries.",
                    ],
                ],
            ],
            "tags": .array(Self.tags.map { ["name": .string($0.name), "description": .string($0.text)] }),
        ]
    }

    private static let tags = [
        (name: "clients", text: "The operations for client programs."),
        (name: "administrators", text: "The operations for administrators: keys, clients, usage and the audit chain."),
        (name: "both", text: "The operations for everyone."),
    ]

    /// Returns the path's parameters, which all operations of the path share.
    private static func pathParameters(of endpoint: Endpoint) -> JSONObject {
        guard !endpoint.pathParameters.isEmpty else { return [:] }
        return [
            "parameters": .array(
                endpoint.pathParameters.map { name in
                    [
                        "name": .string(name), "in": "path", "required": true,
                        "description": .string(pathParameterNotes[name] ?? ""),
                        "schema": WireSchema.nonEmptyText().json,
                    ]
                }
            )
        ]
    }

    private static let pathParameterNotes = [
        "run": "The id of a run.", "conversation": "The id of a conversation.",
        "item": "The id of an item of the conversation.",
        "name": "The name of a tool.", "model": "The name of a model.",
        "upstream": "The name of an upstream that needs a key, such as `openai`.",
        "key": "The id of a key, or its first eight bytes.",
        "rotation": "The id of a rotation, or its first eight bytes.",
        "client": "The id of a client, or its first eight bytes.",
        "token": "The id of a token, or its first eight bytes.",
        "user": "The id of a user of the client.", "issuer": "The id or the name of an issuer of the client.",
    ]

    private static func operation(_ endpoint: Endpoint) -> JSONValue {
        var operation: JSONObject = [
            "operationId": .string(endpoint.id), "summary": .string(endpoint.summary),
            "tags": [.string(endpoint.side.rawValue)],
        ]
        if endpoint.access.isOpen {
            operation["security"] = []
        } else {
            operation["security"] = endpoint.acceptsKeyField ? [["token": []], ["key": []]] : [["token": []]]
            operation["x-torii-scopes"] = .array(endpoint.access.scopeNames.map(JSONValue.string))
        }
        if endpoint.data != .none { operation["x-torii-data"] = .string(endpoint.data.rawValue) }
        if endpoint.danger != .never { operation["x-torii-dangerous"] = .string(endpoint.danger.rawValue) }
        let headers = endpoint.headers + (endpoint.namesUsers ? Endpoint.userFields : [])
        let parameters =
            endpoint.query.map { parameter($0, in: "query") } + headers.map { parameter($0, in: "header") }
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if let body = endpoint.body {
            operation["requestBody"] = [
                "required": .bool(!endpoint.isBodyOptional), "content": .object(content([body])),
            ]
        }
        operation["responses"] = .object(responses(endpoint))
        return .object(operation)
    }

    private static func parameter(_ parameter: Endpoint.Parameter, in place: String) -> JSONValue {
        [
            "name": .string(parameter.name), "in": .string(place), "required": false,
            "description": .string(parameter.summary), "schema": parameter.schema.json,
        ]
    }

    private static func content(_ contents: [Endpoint.Content]) -> JSONObject {
        JSONObject(
            contents.map { content in
                var object: JSONObject = ["schema": content.schema.json]
                if let example = content.example { object["example"] = example }
                return (content.mediaType, .object(object))
            }
        )
    }

    private static func headers(_ headers: [Endpoint.Parameter]) -> JSONObject {
        JSONObject(
            headers.map { ($0.name, ["description": .string($0.summary), "schema": $0.schema.json]) }
        )
    }

    private static func responses(_ endpoint: Endpoint) -> JSONObject {
        var responses = JSONObject()
        for answer in endpoint.answers {
            var object: JSONObject = ["description": .string(answer.summary)]
            if !answer.headers.isEmpty { object["headers"] = .object(headers(answer.headers)) }
            if !answer.contents.isEmpty { object["content"] = .object(content(answer.contents)) }
            responses[String(answer.status)] = .object(object)
        }
        for form in endpoint.errorForms { add(endpoint.allProblems, as: form, to: &responses) }
        return responses
    }

    /// Adds the responses for problems in one form.
    private static func add(_ problems: [Problem.Kind], as form: ErrorForm, to responses: inout JSONObject) {
        for (status, kinds) in Dictionary(grouping: problems, by: form.status).sorted(by: { $0.key < $1.key }) {
            let meaning = kinds.map { "`\($0.rawValue)`: \($0.title)." }.joined(separator: " ")
            // A status that is also used for a response, such as the 503 of a readiness check, keeps both bodies.
            var object = responses[String(status)]?.objectValue ?? [:]
            let described = object["description"]?.stringValue ?? ""
            if !described.hasSuffix(meaning) {
                object["description"] = .string(described.isEmpty ? meaning : "\(described) \(meaning)")
            }
            var bodies = object["content"]?.objectValue ?? [:]
            let other = bodies[form.mediaType]?["schema"]
            let schema = form.schema.json
            bodies[form.mediaType] = ["schema": other.map { ["anyOf": [$0, schema]] } ?? schema]
            object["content"] = .object(bodies)
            responses[String(status)] = .object(object)
        }
    }
}
