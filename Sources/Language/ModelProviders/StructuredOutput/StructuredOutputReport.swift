public import LanguageModels

/// A report on how a structured answer was produced, read from the answer's metadata.
public struct StructuredOutputReport: Sendable, Hashable {
    /// The rung of the answer.
    public var rung: StructuredOutputRung
    /// Whether the answer was extracted from a text around it, such as a code fence.
    public var isExtracted: Bool
    /// Whether this is the model's second answer, after it was shown the violations in the first.
    public var isRepaired: Bool

    private static let rungKey = "torii.structuredOutput"
    private static let extractedKey = "torii.structuredOutput.extracted"
    private static let repairedKey = "torii.structuredOutput.repaired"

    /// Makes a report.
    public init(rung: StructuredOutputRung, isExtracted: Bool = false, isRepaired: Bool = false) {
        self.rung = rung
        self.isExtracted = isExtracted
        self.isRepaired = isRepaired
    }

    /// Reads the report in an answer's metadata; `nil` if the request had no schema.
    public init?(_ response: Transcript.Response) {
        func value(_ key: String) -> String? { try? response.metadata[key]?.value(String.self) }
        guard let rung = value(Self.rungKey).flatMap(StructuredOutputRung.init) else { return nil }
        self.init(
            rung: rung,
            isExtracted: value(Self.extractedKey) == "true",
            isRepaired: value(Self.repairedKey) == "true"
        )
    }

    /// The report as metadata, without the properties that are false.
    var metadata: [String: String] {
        var metadata = [Self.rungKey: rung.rawValue]
        if isExtracted { metadata[Self.extractedKey] = "true" }
        if isRepaired { metadata[Self.repairedKey] = "true" }
        return metadata
    }
}
