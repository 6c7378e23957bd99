import AssistantSchemas
import ToolPhrases

/// The question for a value of a parameter that the person has not given.
struct ParameterQuestion {
    private let parameter: SchemaParameter
    private let schema: IntentSchema

    /// Makes the question for a parameter of an action; `nil` if it has no such parameter.
    init?(_ name: String, of schema: IntentSchema) {
        guard let parameter = schema.parameter(name) else { return nil }
        (self.parameter, self.schema) = (parameter, schema)
    }

    /// Questions for names of parameters that mean the same in all actions.
    private static let questions: [String: LocalizedText] = [
        "name": LocalizedText("What should it be called?", "何という名前にしますか？"),
        "title": LocalizedText("What should it be called?", "何という名前にしますか？"),
        "newName": LocalizedText("What should it be called?", "何という名前にしますか？"),
        "fileName": LocalizedText("What should it be called?", "何という名前にしますか？"),
        "content": LocalizedText("What should it say?", "内容は何にしますか？"),
        "message": LocalizedText("What should it say?", "内容は何にしますか？"),
        "comment": LocalizedText("What should it say?", "内容は何にしますか？"),
        "startDate": LocalizedText("When does it start?", "いつ始まりますか？"),
        "endDate": LocalizedText("When does it end?", "いつ終わりますか？"),
        "dueDate": LocalizedText("When is it due?", "いつまでですか？"),
        "scheduledDate": LocalizedText("When should it be sent?", "いつ送りますか？"),
        "sendLaterDate": LocalizedText("When should it be sent?", "いつ送りますか？"),
        "time": LocalizedText("For what time?", "何時にしますか？"),
        "duration": LocalizedText("For how long?", "どのくらいの時間にしますか？"),
        "recurrence": LocalizedText("How often?", "どのくらいの頻度ですか？"),
        "recurrenceDays": LocalizedText("How often?", "どのくらいの頻度ですか？"),
        "location": LocalizedText("Where is it?", "場所はどこですか？"),
        "criteria": LocalizedText("What should I look for?", "何を探しますか？"),
        "isEnabled": LocalizedText("On or off?", "オンとオフのどちらにしますか？"),
    ]

    /// Questions for types whose parameters have other names.
    private var ofType: LocalizedText? {
        switch parameter.type.element {
        case .entity(let id):
            SchemaCatalog.current.entity(id).map { entity in
                let noun = entity.title.english.lowercased()
                return LocalizedText("Which \(noun)?", "どの\(entity.title.japanese)ですか？")
            }
        case .enumeration(let id):
            SchemaCatalog.current.enumeration(id).map { enumeration in
                LocalizedText(
                    "Which \(enumeration.title.english.lowercased())?",
                    "\(enumeration.title.japanese)はどれですか？"
                )
            }
        case .person, .union(.messageDestination), .union(.callDestination):
            LocalizedText("To whom?", "誰にですか？")
        case .place, .union(.mapsLocation): LocalizedText("Which place?", "どの場所ですか？")
        case .file: LocalizedText("Which file?", "どのファイルですか？")
        case .url, .link: LocalizedText("Which address?", "どのアドレスですか？")
        case .number, .integer: LocalizedText("Which number?", "いくつにしますか？")
        case .duration: LocalizedText("For how long?", "どのくらいの時間にしますか？")
        case .date, .dateComponents: LocalizedText("When?", "いつですか？")
        default: nil
        }
    }

    /// The question in a language.
    func text(in language: PhraseLanguage) -> String {
        let question = Self.questions[parameter.name] ?? ofType ?? general
        return language == .japanese ? question.japanese : question.english
    }

    private var general: LocalizedText {
        let words = Self.words(of: parameter.name)
        return LocalizedText("I also need the \(words).", "「\(words)」も教えてください。")
    }

    /// Returns the words of an identifier: "start date" for `startDate`.
    static func words(of identifier: String) -> String {
        var words = ""
        for character in identifier {
            if character.isUppercase, !words.isEmpty { words.append(" ") }
            words += character.lowercased()
        }
        return words
    }
}
