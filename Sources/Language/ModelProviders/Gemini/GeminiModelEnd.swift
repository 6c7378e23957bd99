import StreamingJSON

/// The announced end of a model, which the provider reports beside the model's answers.
///
/// A transcript stores it in the metadata of the answer, because the operator's log reports it.
struct GeminiModelEnd {
    /// The word for the stage, in lower case.
    private let stage: String
    /// The last day, as `YYYY-MM-DD`; `nil` if it is not reported.
    private let day: String?

    /// The stages after which a model ends.
    private static let stages: Set<String> = ["LEGACY", "DEPRECATED", "RETIRED"]

    /// Reads the model's status; `nil` for a model without an announced end.
    init?(_ status: JSONValue) {
        guard let stage = status["modelStage"]?.stringValue, Self.stages.contains(stage) else { return nil }
        self.stage = stage.lowercased()
        let day = status["retirementTime"]?.stringValue?.prefix(10) ?? ""
        self.day = day.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) == nil ? nil : String(day)
    }

    /// The metadata that a transcript stores.
    var metadata: [String: String] { ["model_stage": stage, "model_ends": day].compactMapValues(\.self) }
}
