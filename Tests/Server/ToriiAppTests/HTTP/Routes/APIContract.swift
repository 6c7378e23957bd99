import HTTPTypes
import JSONSchema
import StreamingJSON
import Synchronization
import Transport

@testable import APIDescription
@testable import AgentServer
@testable import ToriiApp

/// A check of responses against the server's description of its API.
///
/// Every response that a test receives through `TestServer.send` is checked, so an undocumented response cannot pass
/// unnoticed.
enum APIContract {
    /// The schemas used so far, by their text.
    private static let compiled = Mutex<[String: JSONSchema]>([:])
    private static let address = "urn:torii:test:openapi"
    private static let document = strict(OpenAPIDocument(endpoints: Endpoint.all).json)

    /// Closes every object with named members, so that an undocumented member is found.
    ///
    /// A problem may have further members.
    private static func strict(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map(strict))
        case .object(let object):
            var result = JSONObject(object.map { ($0.key, strict($0.value)) })
            let isProblem = object["properties"]?["violated-policies"] != nil
            if object["properties"]?.objectValue != nil, object["type"] == "object", !isProblem {
                result["additionalProperties"] = false
            }
            return .object(result)
        default: return value
        }
    }

    /// Returns the endpoint at a path with this method; `nil` if there is none.
    static func endpoint(_ method: String, _ path: String) -> Endpoint? {
        let parts = path.split(separator: "?", maxSplits: 1)[0].split(separator: "/", omittingEmptySubsequences: false)
        let found = Endpoint.all.filter { endpoint in
            let pattern = endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
            return endpoint.method.rawValue == method && pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0 == $1 || $0.first == ":" && !$1.isEmpty }
        }
        return found.first { !$0.path.contains(":") } ?? found.first
    }

    /// Returns the undocumented parts of a response.
    static func faults(_ method: String, _ path: String, _ answer: TestServer.Answer) throws -> [String] {
        guard let endpoint = endpoint(method, path) else { return [] }
        let described = document["paths"]?[endpoint.template]?[method.lowercased()]?["responses"]
        guard let response = described?[String(answer.status)] else {
            return ["\(endpoint.id) does not describe the status \(answer.status)"]
        }
        let contents = response["content"]?.objectValue ?? [:]
        guard !contents.isEmpty || !answer.bytes.isEmpty else { return [] }
        let type = answer.headers["Content-Type"]?.split(separator: ";").first.map(String.init) ?? ""
        guard let schema = contents[type]?["schema"] else {
            return ["\(endpoint.id) does not describe \(answer.status) as '\(type)'"]
        }
        guard type.hasSuffix("json") else { return [] }
        let violations = try checker(of: schema).validate(JSONValue(parsing: answer.bytes))
        return violations.map { "\(endpoint.id) \(answer.status): \($0.message)" }
    }

    private static func checker(of schema: JSONValue) throws -> JSONSchema {
        let text = schema.serialized()
        if let known = compiled.withLock({ $0[text] }) { return known }
        // References point into the description.
        let made = try JSONSchema(absolute(schema), documents: [address: document])
        compiled.withLock { $0[text] = made }
        return made
    }

    private static func absolute(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(absolute))
        case .object(let object):
            .object(
                JSONObject(
                    object.map { name, value in
                        let reference = name == "$ref" ? value.stringValue : nil
                        return (name, reference.map { .string(address + $0) } ?? absolute(value))
                    }
                )
            )
        default: value
        }
    }
}
