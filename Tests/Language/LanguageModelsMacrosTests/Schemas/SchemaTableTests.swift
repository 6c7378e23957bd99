import Foundation
@testable import LanguageModelsMacros
import Repository
import Testing

/// The table of the plug-in beside the data from which it is generated.
@Suite struct SchemaTableTests {
    private struct DataFile: Decodable {
        struct Schema: Decodable {
            var id: String
            var kind: String
            var parameters: [String]?
            var properties: [String]?
            var result: String?
            var cases: [String]?
            var open: Bool?
            var protocols: [String]?
            var authentication: String?
            var grade: String
        }

        var aliases: [String: String]
        var schemas: [Schema]
    }

    private func dataFile() throws -> DataFile {
        let file = Repository.root.appending(path: "Sources/C/CAssistantSchemas/Data/schemas.json")
        return try JSONDecoder().decode(DataFile.self, from: Data(contentsOf: file))
    }

    @Test func theTableHasTheFactsOfTheData() throws {
        let data = try dataFile()
        #expect(data.schemas.count == 302)
        for schema in data.schemas {
            let entry = try #require(SchemaTable.entry(schema.id), "\(schema.id)")
            #expect(entry.kind.rawValue == schema.kind)
            #expect(entry.isExact == (schema.grade == "strong"))
            #expect(entry.protocols == schema.protocols ?? [])
            if schema.kind == "enum" {
                #expect(entry.cases == schema.cases)
                #expect(entry.isOpen == schema.open)
            } else {
                let values = schema.kind == "intent" ? schema.parameters : schema.properties
                #expect(entry.values?.map(\.name) == values?.map { String($0.prefix { $0 != ":" }) })
                for (value, text) in zip(entry.values ?? [], values ?? []) {
                    let notation = try #require(text.split(separator: ": ", maxSplits: 1).last)
                    #expect(value.type == SchemaValueType(notation))
                    #expect(value.type.isOptional == notation.hasSuffix("?"))
                }
            }
            #expect(entry.result == schema.result.map { SchemaValueType($0[...]) })
            if schema.kind == "intent" { #expect(entry.authentication == schema.authentication) }
        }
        for (former, present) in data.aliases { #expect(SchemaTable.entry(former)?.id == present) }
    }
}
