import AssistantSchemas
import ToolPhrases
import Testing

@testable import AgentRuntime

/// The questions for values that a person has not given.
struct ParameterQuestionTests {
    @Test(arguments: [
        ("calendar.createEvent", "startDate", "When does it start?", "いつ始まりますか？"),
        ("photos.createAlbum", "name", "What should it be called?", "何という名前にしますか？"),
        ("clock.createTimer", "duration", "For how long?", "どのくらいの時間にしますか？"),
        ("messages.sendMessage", "destination", "To whom?", "誰にですか？"),
        ("photos.addAssetsToAlbum", "album", "Which album?", "どのアルバムですか？"),
        ("photos.setDepth", "value", "Which number?", "いくつにしますか？"),
        ("calendar.createEvent", "isAllDay", "I also need the is all day.", "「is all day」も教えてください。"),
    ])
    func eachParameterHasAQuestion(intent: String, parameter: String, english: String, japanese: String) throws {
        let schema = try #require(SchemaCatalog.current.intent(intent))
        let question = try #require(ParameterQuestion(parameter, of: schema))
        #expect(question.text(in: .english) == english)
        #expect(question.text(in: .japanese) == japanese)
    }

    /// No question shows the name of a required parameter as a program writes it.
    @Test func noQuestionHasAnIdentifier() throws {
        for schema in SchemaCatalog.current.intents {
            for parameter in schema.parameters where !parameter.isOptional && parameter.defaultValue == nil {
                let question = try #require(ParameterQuestion(parameter.name, of: schema))
                for text in [question.text(in: .english), question.text(in: .japanese)] {
                    #expect(!text.isEmpty)
                    guard parameter.name.contains(where: \.isUppercase) else { continue }
                    #expect(!text.contains(parameter.name), "\(schema.id).\(parameter.name)")
                }
            }
        }
    }
}
