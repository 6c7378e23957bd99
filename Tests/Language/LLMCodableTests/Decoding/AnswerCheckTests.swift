import JSONSchema
import LanguageModels
import StreamingJSON
import Testing

@testable import LLMCodable

@Suite struct AnswerCheckTests {
    @Test func contentThatCannotBeCheckedIsRefused() throws {
        let people = Array(repeating: #"{"name":"Ada","age":36}"#, count: 2_000).joined(separator: ",")
        let answer = #"{"street":"Elm","people":[\#(people)]}"#
        let schema = Household.generationSchema
        let household = try AnswerCheck(schema, valueName: "Household").read(answer) { try Household($0) }
        #expect(household.people.count == 2_000)
        let check = AnswerCheck(schema, valueName: "Household", limits: .init(steps: 2_000))
        let error = #expect(throws: LLMDecodingError.self) { _ = try check.read(answer) { try Household($0) } }
        #expect(error?.code == .doesNotFit)
        #expect(error?.message.contains("could not be checked against the schema") == true)
    }
}
