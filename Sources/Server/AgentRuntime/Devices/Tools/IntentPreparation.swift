import AgentTools
import AssistantSchemas
import ToolPhrases
import StreamingJSON

/// The steps of the built-in model around an intent: queries for the things that the person names by words, the call with their ids,
/// and the answer.
enum IntentPreparation {
    /// Returns the preparations of all intents among some tools.
    static func preparations(of tools: [DeviceTool], _ refinements: SchemaRefinements) -> [String: CallPreparation] {
        var preparations: [String: CallPreparation] = [:]
        for tool in tools {
            guard case .intent(let id) = tool.kind, let schema = SchemaCatalog.current.intent(id) else { continue }
            preparations[tool.name] = CallPreparation { arguments, made, situation in
                IntentSteps(schema, refinements, situation).next(arguments, made)
            }
        }
        return preparations
    }
}

/// The steps of one intent, each derived from the calls made so far.
struct IntentSteps {
    private let schema: IntentSchema
    private let refinements: SchemaRefinements
    private let situation: CallPreparation.Situation

    init(_ schema: IntentSchema, _ refinements: SchemaRefinements, _ situation: CallPreparation.Situation) {
        (self.schema, self.refinements, self.situation) = (schema, refinements, situation)
    }

    private func text(_ english: String, _ japanese: String) -> String {
        situation.language == .japanese ? japanese : english
    }

    /// Returns the next step.
    func next(_ arguments: JSONObject, _ made: [CallPreparation.Call]) -> CallPreparation.Step {
        let moment = SpokenMoment(now: situation.now, timeZone: situation.timeZone)
        var spoken = SpokenInput(arguments, of: schema, refinements: refinements, now: moment)
        let open =
            spoken.faults.map { String($0.path.dropFirst()) }
            + spoken.missing.filter { name in !spoken.unnamed.contains { $0.parameter == name } }
        // One question at a time, so that it is clear which one the next message answers.
        if let name = open.first { return ask(for: name) }
        let queries = made.filter { $0.tool != schema.toolName }
        var subjects = Self.subjects(in: spoken.input)
        var missing: [CallPreparation.Call] = []
        for reference in spoken.references + spoken.unnamed {
            let asked = reference.targets.map { target in
                CallPreparation.Call(
                    tool: DeviceToolName.query(target.entity).name,
                    // Without words, the app suggests things.
                    arguments: reference.words.isEmpty ? [:] : ["text": .string(reference.words)]
                )
            }
            let outputs = asked.map { call in
                queries.first { $0.tool == call.tool && $0.arguments["text"] == call.arguments["text"] }?.output
            }
            let open = zip(asked, outputs).filter { $0.1 == nil }.map(\.0)
            guard open.isEmpty else {
                for call in open
                where !missing.contains(where: { $0.tool == call.tool && $0.arguments == call.arguments }) {
                    missing.append(call)
                }
                continue
            }
            switch entity(reference, in: outputs.map { $0 ?? "" }) {
            case .problem(let text): return .answer(text)
            case .several(let titles):
                let question = ([text("Which one do you mean?", "どれのことですか？")] + titles.map { "- " + $0 })
                return .ask(question.joined(separator: "\n"), argument: reference.parameter, takesWords: true)
            case .unnamed: return ask(for: reference.parameter)
            case .found(let target, let thing, let title):
                spoken.resolve(reference, as: target, thing: thing)
                subjects.append(TextLine(title, limit: 80).text)
            }
        }
        guard missing.isEmpty else { return .calls(missing) }
        guard let call = made.last(where: { $0.tool == schema.toolName }) else {
            return .calls([CallPreparation.Call(tool: schema.toolName, arguments: spoken.input)])
        }
        return .answer(answer(to: call.output ?? "", subjects))
    }

    /// Returns the question for the value of a parameter.
    private func ask(for name: String) -> CallPreparation.Step {
        let question = ParameterQuestion(name, of: schema)?.text(in: situation.language)
        return .ask(
            question ?? text("I also need \(name).", "\(name)も教えてください。"),
            argument: name,
            takesWords: schema.parameter(name)?.type.element.takesWords == true
        )
    }
}

extension SchemaType {
    /// Whether any words of a person are a value; a day, a time, a number or a choice of two is read by phrases.
    fileprivate var takesWords: Bool {
        switch self {
        case .boolean, .date, .dateComponents, .duration, .integer, .number: false
        default: true
        }
    }
}

// MARK: - Entities

extension IntentSteps {
    private enum Entity {
        case found(SpokenInput.Reference.Target, thing: JSONObject, title: String)
        /// The person must choose one of these titles.
        case several([String])
        /// The person must name one.
        case unnamed
        case problem(String)
    }

    /// The most titles that a question lists.
    private static let mostChoices = 8

    /// Returns the entity that the person means, from the outputs of the queries for it, one a target.
    private func entity(_ reference: SpokenInput.Reference, in outputs: [String]) -> Entity {
        var found: [(target: SpokenInput.Reference.Target, thing: JSONObject, title: String)] = []
        var failure: String?
        for (target, output) in zip(reference.targets, outputs) {
            guard let answer = DeviceAnswer(output) else {
                failure = failure ?? output
                continue
            }
            for entity in answer.data["entities"]?.arrayValue ?? [] {
                guard let thing = entity.objectValue, let id = thing["id"]?.stringValue else { continue }
                found.append((target, thing, thing["display"]?["title"]?.stringValue ?? id))
            }
        }
        let wanted = Self.folded(reference.words)
        let same = found.filter { Self.folded($0.title) == wanted }
        if let only = same.count == 1 ? same.first : found.count == 1 ? found.first : nil {
            return .found(only.target, thing: only.thing, title: only.title)
        }
        guard !found.isEmpty else {
            if reference.words.isEmpty { return .unnamed }
            if let failure { return .problem(QuotationFence.removed(from: failure)) }
            let kind = reference.targets.first.flatMap { SchemaCatalog.current.entity($0.entity) }?.title
                .text(locale: situation.language == .japanese ? "ja" : "en")
            return .problem(
                text(
                    "I found no \(kind ?? "thing") \"\(reference.words)\".",
                    "「\(reference.words)」という\(kind ?? "もの")は見つかりませんでした。"
                )
            )
        }
        return .several(found.prefix(Self.mostChoices).map { TextLine($0.title, limit: 80).text })
    }

    private static func folded(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

// MARK: - The answer

extension IntentSteps {
    /// The texts that the person has chosen, such as a name.
    private static func subjects(in input: JSONObject) -> [String] {
        input.compactMap { _, value in value.stringValue.map { TextLine($0, limit: 80).text } }
    }

    private func answer(to output: String, _ subjects: [String]) -> String {
        guard let note = DeviceAnswer(output)?.head["note"]?.stringValue else {
            return QuotationFence.removed(from: output)
        }
        let title = schema.title.text(locale: situation.language == .japanese ? "ja" : "en")
        let names = subjects.map { text("\"\($0)\"", "「\($0)」") }.joined(separator: text(", ", ""))
        return text(
            title + (names.isEmpty ? "" : " \(names)") + ": \(note)",
            title + (names.isEmpty ? "" : names) + "：\(note)"
        )
    }
}
