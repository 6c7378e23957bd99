public import LanguageModels

/// How a structured answer came about, as its metadata tells.
public struct StructuredOutputReport: Sendable, Hashable {
    /// How the answer was asked for.
    public var rung: StructuredOutputRung
    /// Whether it was taken out of a text around it, such as a code fence.
    public var isExtracted: Bool
    /// Whether the model was shown what was wrong with its first answer, and this is the second.
    public var isRepaired: Bool

    private static let rungKey = "torii.structuredOutput"
    private static let extractedKey = "torii.structuredOutput.extracted"
    private static let repairedKey = "torii.structuredOutput.repaired"

    /// A report.
    public init(rung: StructuredOutputRung, isExtracted: Bool = false, isRepaired: Bool = false) {
        self.rung = rung
        self.isExtracted = isExtracted
        self.isRepaired = isRepaired
    }

    /// Reads the report in an answer's metadata; `nil` when the answer was not asked to keep to a schema.
    public init?(_ response: Transcript.Response) {
        func value(_ key: String) -> String? { try? response.metadata[key]?.value(String.self) }
        guard let rung = value(Self.rungKey).flatMap(StructuredOutputRung.init) else { return nil }
        self.init(
            rung: rung,
            isExtracted: value(Self.extractedKey) == "true",
            isRepaired: value(Self.repairedKey) == "true"
        )
    }

    /// The report as metadata; what is not so is left out.
    var metadata: [String: String] {
        var metadata = [Self.rungKey: rung.rawValue]
        if isExtracted { metadata[Self.extractedKey] = "true" }
        if isRepaired { metadata[Self.repairedKey] = "true" }
        return metadata
    }
}
