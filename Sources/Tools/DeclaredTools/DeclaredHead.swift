import AgentTools
import JSONSchema
import LanguageModels
import ToolPhrases
import StreamingJSON
import ToolDeclarations

/// What tools of both kinds in a file need besides their calls: the schema, the texts and the phrases, compiled.
struct DeclaredHead {
    let schema: JSONSchema
    let generation: GenerationSchema
    let phrases: ToolPhrases
    private let name: String
    private let file: String
    private let line: Int

    private static let limits = JSONSchema.Limits(steps: 500_000, depth: 32)

    /// - Throws: ``DeclarationError``.
    init(
        name: String,
        parameters: JSONObject,
        phrases: PhrasesDeclaration?,
        isReadOnly: Bool,
        file: String,
        line: Int,
        reader: (any PhraseReader)?
    ) throws(DeclarationError) {
        (self.name, self.file, self.line) = (name, file, line)
        var faults: [DeclarationError] = []
        var compiled: (schema: JSONSchema, generation: GenerationSchema)?
        do {
            compiled = (
                try JSONSchema(.object(parameters), limits: Self.limits),
                try GenerationSchema(
                    root: DynamicGenerationSchema(jsonSchema: .object(parameters)),
                    dependencies: []
                )
            )
        } catch {
            let reason = TextLine("\(error)", limit: 200).text
            faults.append(DeclarationError(file, line, 1, "no model can fill the arguments of \(name): \(reason)"))
        }
        var made: ToolPhrases?
        do throws(PhrasesDeclaration.Faults) {
            made = try ToolPhrases(phrases, of: name, isReadOnly: isReadOnly, parameters, reader)
        } catch {
            for fault in error.list {
                let place = phrases?.places[fault.text]
                let message = "the phrases of \(name): \(fault.message)"
                faults.append(DeclarationError(file, place?.line ?? line, place?.column ?? 1, message))
            }
        }
        guard let compiled, let made else {
            throw DeclarationError(faults) ?? DeclarationError(file, line, 1, "\(name) cannot be used")
        }
        (schema, generation) = compiled
        self.phrases = made
    }

    /// Returns a compiled template.
    ///
    /// - Throws: ``DeclarationError``.
    func text(_ template: String?) throws(DeclarationError) -> AnswerText? {
        guard let template else { return nil }
        do throws(AnswerText.Fault) {
            return try AnswerText(template)
        } catch {
            throw DeclarationError(file, line, 1, "\(name): \(error.message)")
        }
    }

    /// Returns arguments with the schema's default for each that is absent.
    static func withDefaults(_ arguments: JSONObject, _ parameters: JSONObject) -> JSONObject {
        var filled = arguments
        for (name, schema) in parameters["properties"]?.objectValue ?? [:] where filled[name] == nil {
            if let value = schema["default"] { filled[name] = value }
        }
        return filled
    }

    /// Returns why arguments do not fit a schema; `nil` if they fit.
    static func fault(of arguments: JSONObject, _ schema: JSONSchema) -> String? {
        do {
            let faults = try schema.validate(.object(arguments)).prefix(3).map(\.message)
            return faults.isEmpty ? nil : faults.joined(separator: " ")
        } catch {
            return "they could not be checked against the schema."
        }
    }

    /// Returns the text of items by a template, or else a line an item.
    static func text(of items: [JSONValue], _ arguments: JSONObject, by template: AnswerText?) -> String {
        guard let template else { return AnswerLines.text(of: items) }
        var context = arguments
        context["items"] = .array(items)
        context["count"] = .integer(items.count)
        return template.text(of: .object(context))
    }
}

extension ToolExposure {
    init(_ declared: ToolDeclaration.Exposure) {
        self =
            switch declared {
            case .always: .always
            case .automatic: .automatic
            case .search: .search
            case .never: .never
            }
    }
}
