import StreamingJSON
import ToolDeclarations
public import ToolPhrases

/// The results that the readers of tool files, of phrases' patterns and of templates produce from bytes.
///
/// The fuzz targets are a package of their own and reach the readers only through this type, by `@_spi(Fuzzing)`.
@_spi(Fuzzing) public struct ToolFileReading {
    /// The faults of the file, each with its place.
    public let faults: [String]
    /// The number of tools of a sound file.
    public let toolCount: Int
    /// The most faults of a file that are collected, and a line with the number of the others.
    public static let mostFaults = 101

    /// Reads a file as `torii tools check` does, up to its tools' schemas, templates and phrases.
    public init(_ bytes: [UInt8], phrases reader: any PhraseReader) {
        do throws(DeclarationError) {
            let file = try ToolDeclarationFile(String(decoding: bytes, as: UTF8.self), file: "f")
            for tool in file.tools { try DeclaredTools.check(tool, file: file.file, phrases: reader) }
            faults = DeclarationSet.faults(of: [file]).map(\.description)
            toolCount = file.tools.count + file.aggregates.count
        } catch {
            faults = error.all.map(\.description)
            toolCount = 0
        }
    }

    /// Compiles a pattern and matches a message with it.
    ///
    /// - Returns: Whether the message matches; `nil` for a pattern that is refused.
    public static func match(
        _ message: String,
        pattern: String,
        isJapanese: Bool,
        phrases reader: any PhraseReader
    ) -> Bool? {
        let language = isJapanese ? PhraseLanguage.japanese : .english
        let phrases = ToolPhrases(
            tool: "t",
            effect: .reads,
            examples: [language: message],
            phrases: [Phrase(language, pattern)]
        )
        do {
            _ = try reader.slotArguments(of: phrases)
            return try reader.unmatchedExample(of: phrases) == nil
        } catch {
            return nil
        }
    }

    /// Renders a template; `nil` for one that is refused.
    ///
    /// - Parameter value: The value in JSON; anything else is a text.
    public static func text(template: String, value: [UInt8]) -> String? {
        guard let template = try? AnswerText(template) else { return nil }
        return template.text(of: (try? JSONValue(parsing: value)) ?? .string(String(decoding: value, as: UTF8.self)))
    }
}
