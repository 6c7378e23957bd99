import LanguageModels
import Synchronization

/// A tool that answers from its arguments.
struct EchoTool: Tool {
    let name: String
    let description = "Answers from its arguments."
    let parameters = GeneratedContent.generationSchema
    let answer: @Sendable (GeneratedContent) throws -> String

    init(name: String, answer: @escaping @Sendable (GeneratedContent) throws -> String) {
        self.name = name
        self.answer = answer
    }

    func call(arguments: GeneratedContent) async throws -> String { try answer(arguments) }
}

extension GeneratedContent {
    /// Returns the text of a property that must be there.
    func text(_ name: String) throws -> String { try value(String.self, forProperty: name) }
}

/// Collects what a stream brings.
final class Recorder: Sendable {
    private let collected = Mutex<[String]>([])

    var texts: [String] { collected.withLock { $0 } }

    func append(_ text: String) { collected.withLock { $0.append(text) } }
}
