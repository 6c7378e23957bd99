public import Accounts
public import AgentWire
import LanguageModels
import Storage
import StreamingJSON

/// The names of a turn's parameters that its model does not receive unchanged.
public struct ParameterNotes: Sendable, Equatable {
    /// The parameters that have no effect.
    public var ignored: [String] = []
    /// The parameters that the model receives in another form, or as close as its provider allows.
    public var emulated: [String] = []

    /// Makes notes that name no parameter.
    public init() {}
}

extension AgentRuntime {
    /// Returns the parameters of a turn that its model ignores or emulates.
    ///
    /// - Throws: ``Problem`` when the model is unknown; `StoreError`.
    public func parameterNotes(on request: TurnRequest, for sender: Principal) async throws -> ParameterNotes {
        let model = try await modelEntry(request.model, for: sender).model
        var notes = ParameterNotes()
        var request = request
        let isLower = request.lowerEffort(for: sender)
        if let reporting = model as? any ParameterReporting {
            let parameters = GenerationParameters(request.generationOptions, request.contextOptions)
            let report = reporting.parameterReport(on: parameters, answeredBy: nil)
            notes.ignored = report.ignored.map(\.rawValue)
            notes.emulated = report.emulated.map(\.rawValue)
        }
        let effort = GenerationParameter.reasoningEffort.rawValue
        if isLower, !notes.ignored.contains(effort), !notes.emulated.contains(effort) { notes.emulated.append(effort) }
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
            detail: "tool_choice requires a call of the tool '\(unknown.excerpt())', which is not offered",
            faults: [.init(pointer: "#/tool_choice", detail: "there is no tool '\(unknown.excerpt())'")]
        )
    }

    /// Refuses parameters that the model does not support and that would change the answer's meaning, before anything is sent.
    static func check(_ input: TurnInput, for model: ModelCatalog.Entry) throws(Problem) {
        guard let reporting = model.model as? any ParameterReporting else { return }
        let report = reporting.parameterReport(
            on: GenerationParameters(input.options, input.contextOptions),
            answeredBy: nil
        )
        guard !report.refusals.isEmpty else { return }
        throw Problem(
            .invalidRequest,
            detail: "the model '\(model.reference)' does not support these parameters",
            faults: FaultList(
                report.refusals.map { .init(pointer: "#/\($0.parameter.rawValue)", detail: $0.reason) }
            )
        )
    }
}

extension ToolChoice {
    /// Whether a call is required that can be one of these tools.
    func requires(anyOf names: [String]) -> Bool {
        switch self {
        case .auto, .none: false
        case .required: !names.isEmpty
        case .named(let name): names.contains(name)
        case .allowed(let allowed, let isRequired): isRequired && allowed.contains { names.contains($0) }
        }
    }
}

extension Principal {
    /// The most reasoning before an answer, the lower one of its plan's and its client's; `nil` for no limit.
    var mostEffort: ReasoningEffort? {
        let most = Set([plan?.effort, limits.effort].compactMap(\.self))
        return ReasoningEffort.allCases.first { most.contains($0.rawValue) }
    }
}

extension TurnRequest {
    /// Lowers the amount of reasoning to the most that the sender may have; false if it asks for no more.
    ///
    /// A request that names no amount keeps that of the model, because some models only reason when they are asked to.
    @discardableResult mutating func lowerEffort(for sender: Principal) -> Bool {
        guard let most = sender.mostEffort, let wanted = reasoningEffort, wanted.exceeds(most) else { return false }
        reasoningEffort = most
        return true
    }

    /// Whether an image has a `detail`, which no provider receives.
    fileprivate var hasImageDetail: Bool {
        input.contains { item in
            let parts: [InputPart] =
                switch item {
                case .message(_, let parts), .toolOutput(_, let parts): parts
                case .toolCall, .reasoning: []
                }
            return parts.contains { if case .image(_, .some) = $0 { true } else { false } }
        }
    }
}
