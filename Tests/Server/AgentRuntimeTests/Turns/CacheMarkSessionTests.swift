import AgentWire
import LanguageModels
import Testing

@testable import AgentRuntime

@Suite struct CacheMarkSessionTests {
    @Test func aClientsMarksReachTheModel() {
        var request = TurnRequest(dialect: .messages, input: [.text("Hello")], conversation: .none)
        #expect(request.generationOptions.details.cacheMarks.isEmpty)
        request.cacheMarks = [
            .init(.tools), .init(.instructions, isLong: true), .init(.input(3)), .init(.end, isLong: true),
        ]
        let marks: [GenerationOptions.CacheMark] = [
            .init(.tools), .init(.instructions, isLong: true), .init(.input(3)), .init(.end, isLong: true),
        ]
        #expect(request.generationOptions.details.cacheMarks == marks)
    }
}
