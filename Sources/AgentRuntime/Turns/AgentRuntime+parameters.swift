public import AgentWire
import LanguageModels
import StreamingJSON

/// The parameters of a turn that its model does not get as they are, by name.
public struct ParameterNotes: Sendable, Equatable {
    /// Those that change nothing.
    public var ignored: [String] = []
    /// Those that the model gets in another form, or as nearly as its provider can.
    public var emulated: [String] = []

    /// Makes notes that name no parameter.
    public init() {}
}

extension AgentRuntime {
    /// Returns what becomes of a turn's parameters with the model that it asks.
    ///
    /// - Throws: ``Problem`` when the model is not known; `StoreError`.
    public func parameterNotes(on request: TurnRequest) async throws -> ParameterNotes {
        let model = try await modelEntry(request.model).model
        var notes = ParameterNotes()
        if let reporting = model as? any ParameterReporting {
            let parameters = GenerationParameters(request.generationOptions, request.contextOptions)
            let report = reporting.parameterReport(on: parameters, answeredBy: nil)
            notes.ignored = report.ignored.map(\.rawValue)
            notes.emulated = report.emulated.map(\.rawValue)
        }
        if request.hasImageDetail { notes.ignored.append("image_detail") }
        return notes
    }

    /// Refuses a choice of tools that are not offered.
    static func check(_ choice: ToolChoice, among names: [String]) throws(Problem) {
        let wanted: [String] =
            switch choice {
            case .auto, .none: []
            case .required: names.isEmpty ? ["any"] : []
            case .named(let name): [name]
            case .allowed(let names, _): names
            }
        guard let unknown = wanted.first(where: { !names.contains($0) }) else { return }
        throw Problem(
            .invalidRequest,
            detail: "a call of the tool '\(unknown.excerpt())' was required, and it is not offered",
            faults: [.init(pointer: "#/tool_choice", detail: "there is no tool '\(unknown.excerpt())'")]
        )
    }

    /// Refuses what the model cannot do and what would change the answer's meaning, before anything is sent.
    static func check(_ input: TurnInput, for model: ModelCatalog.Entry) throws(Problem) {
        guard let reporting = model.model as? any ParameterReporting else { return }
        let report = reporting.parameterReport(
            on: GenerationParameters(input.options, input.contextOptions),
            answeredBy: nil
        )
        guard !report.refusals.isEmpty else { return }
        throw Problem(
            .invalidRequest,
            detail: "the model '\(model.reference)' cannot do what is asked",
            faults: FaultList(
                report.refusals.map { .init(pointer: "#/\($0.parameter.rawValue)", detail: $0.reason) }
            )
        )
    }
}

extension TurnRequest {
    /// Whether an image comes with a word on how closely to look, which no provider gets.
    fileprivate var hasImageDetail: Bool {
        input.contains { item in
            let parts: [InputPart] =
                switch item {
                case .message(_, let parts), .toolOutput(_, let parts): parts
                case .toolCall: []
                }
            return parts.contains { if case .image(_, .some) = $0 { true } else { false } }
        }
    }
}
