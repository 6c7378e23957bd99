import JSONSchema
import StreamingJSON
import Testing

@testable import OpenAPIImport

@Suite struct SizeTests {
    private func operation(_ schema: JSONValue, schemas: JSONObject = [:]) async throws -> ImportedAPI {
        let document: JSONValue = [
            "openapi": "3.0.0", "servers": [["url": "https://a.example"]],
            "paths": ["/x": ["post": ["requestBody": ["content": ["application/json": ["schema": schema]]]]]],
            "components": ["schemas": .object(schemas)],
        ]
        return try await imported(document.serialized())
    }

    private func properties(_ count: Int, _ schema: JSONValue) -> JSONValue {
        .object(JSONObject((0..<count).map { ("property\($0)", schema) }))
    }

    @Test func deepOptionalPartsAreLeftOutFirst() async throws {
        let deep: JSONValue = [
            "type": "object", "required": ["property1"],
            "properties": properties(300, ["type": "string", "maxLength": 20]),
        ]
        let api = try await operation(["type": "object", "properties": ["a": deep, "b": ["type": "string"]]])
        let operation = try api.only()
        #expect(operation.arguments.keys == ["a", "b"])
        #expect(operation.arguments["a"]?["properties"]?.objectValue?.keys == ["property1"])
        #expect(api.unmapped.map(\.reason) == [.argumentsDropped])
    }

    @Test func optionalArgumentsAreLeftOutLast() async throws {
        let api = try await operation([
            "type": "object", "required": ["property399"], "properties": properties(400, ["type": "string"]),
        ])
        let operation = try api.only()
        #expect(DeclarationWriter.size(operation) <= 8_200)
        #expect(operation.required == ["property399"])
        #expect(operation.arguments.count > 100)
        #expect(operation.slots.count == operation.arguments.count)
    }

    @Test func tooManyRequiredArgumentsAreRefused() async throws {
        let names = (0..<1_000).map { JSONValue.string("property\($0)") }
        let api = try await operation([
            "type": "object", "required": .array(names), "properties": properties(1_000, ["type": "string"]),
        ])
        #expect(api.skipped.map(\.reason) == [.schemaSize])
    }

    /// Every schema refers to every other, and each is large.
    @Test(.timeLimit(.minutes(1)))
    func denseReferencesStaySmall() async throws {
        var schemas: JSONObject = [:]
        for index in 0..<150 {
            let members = (0..<150).map {
                ("p\($0)", JSONValue.object(["$ref": .string("#/components/schemas/S\($0)")]))
            }
            schemas["S\(index)"] = ["type": "object", "properties": .object(JSONObject(members))]
        }
        let api = try await operation(["$ref": "#/components/schemas/S0"], schemas: schemas)
        let operation = try api.only()
        #expect(DeclarationWriter.size(operation) <= 8_200)
    }

    /// Each schema contains the one before by allOf, so a copy of all properties at each would be quadratic.
    @Test(.timeLimit(.minutes(1)))
    func longChainsOfAllOfEnd() async throws {
        var schemas: JSONObject = ["S0": ["type": "object", "properties": ["p0": ["type": "string"]]]]
        for index in 1..<400 {
            let before: JSONValue = ["$ref": .string("#/components/schemas/S\(index - 1)")]
            let own: JSONValue = ["type": "object", "properties": .object(["p\(index)": ["type": "string"]])]
            schemas["S\(index)"] = ["allOf": [before, own]]
        }
        let api = try await operation(["$ref": "#/components/schemas/S399"], schemas: schemas)
        #expect(api.skipped.map(\.reason) == [.limit])
        let small = try await operation(["$ref": "#/components/schemas/S40"], schemas: schemas)
        #expect(try small.only().arguments.count == 41)
    }

    /// Two references in each `allOf` lead to the next schema, so that the paths double.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [[:], ["type": "object", "properties": ["a": ["type": "string"]]]] as [JSONValue]
    )
    func doublingAllOfEnds(leaf: JSONValue) async throws {
        var schemas: JSONObject = ["S60": leaf]
        for index in 0..<60 {
            let next: JSONValue = ["$ref": .string("#/components/schemas/S\(index + 1)")]
            schemas["S\(index)"] = ["allOf": [next, next]]
        }
        let api = try await operation(["$ref": "#/components/schemas/S0"], schemas: schemas)
        #expect(api.skipped.count == 1)
    }

    @Test func schemasCompile() async throws {
        let api = try await operation([
            "type": "object",
            "properties": [
                "a": ["type": "string", "pattern": "(?=x)"], "b": ["oneOf": [["type": "string"], ["type": "integer"]]],
            ],
        ])
        let operation = try api.only()
        let schema = ArgumentSchema(
            properties: operation.arguments,
            required: operation.required,
            definitions: operation.definitions
        )
        #expect(try JSONSchema(schema.document).isValid(["a": "x", "b": 1]))
    }
}
