import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct StructuredOutputMemoryTests {
    private let all = StructuredOutputRung.allCases
    private let schema: JSONValue = ["type": "object"]
    private let other: JSONValue = ["type": "object", "title": "Other"]

    private func place(_ model: String = "m", hasTools: Bool = false) -> StructuredOutputMemory.Place {
        .init(baseURL: "https://api.example/v1", model: model, hasTools: hasTools)
    }

    @Test func aSchemaIsRefusedAlone() {
        let memory = StructuredOutputMemory()
        memory.record(.strict, .schema, at: place(), for: schema)
        #expect(memory.worthwhile(all, at: place(), for: schema) == [.described, .tool, .prompted])
        #expect(memory.worthwhile(all, at: place(), for: other) == all)
    }

    @Test func aFeatureIsRefusedForAllSchemas() {
        let memory = StructuredOutputMemory()
        memory.record(.strict, .feature, at: place(), for: schema)
        #expect(memory.worthwhile(all, at: place(), for: other) == [.tool, .prompted])
        memory.record(.tool, .feature, at: place(), for: other)
        #expect(memory.worthwhile(all, at: place(), for: schema) == [.prompted])
    }

    @Test func modelsAndRoundsAreApart() {
        let memory = StructuredOutputMemory()
        memory.record(.strict, .feature, at: place(), for: schema)
        #expect(memory.worthwhile(all, at: place("n"), for: schema) == all)
        #expect(memory.worthwhile(all, at: place(hasTools: true), for: schema) == all)
    }

    @Test func wordsAreNeverRefused() {
        let memory = StructuredOutputMemory()
        memory.record(.prompted, .feature, at: place(), for: schema)
        #expect(memory.worthwhile(all, at: place(), for: schema) == all)
    }

    @Test func isBounded() {
        let memory = StructuredOutputMemory()
        for number in 0...512 {
            memory.record(.strict, .feature, at: place("\(number)"), for: schema)
        }
        #expect(memory.worthwhile(all, at: place("0"), for: schema) == all)
        #expect(memory.worthwhile(all, at: place("512"), for: schema) == [.tool, .prompted])
        for number in 0...512 {
            memory.record(.strict, .schema, at: place(), for: ["title": .integer(number)])
        }
        #expect(memory.worthwhile(all, at: place(), for: ["title": 0]) == all)
        #expect(memory.worthwhile(all, at: place(), for: ["title": 512]) == [.described, .tool, .prompted])
    }
}
