import LanguageModels
import ModelTable
import Transport

/// The rules by which a model behind one of OpenAI's interfaces accepts parameters, from the table of models.
///
/// Of a model without facts, every parameter is sent as it is.
struct OpenAIModelRules: Sendable, Hashable {
    /// Whether the server is OpenAI's own.
    private(set) var isAtOpenAI = false
    /// Whether the server finds its cached prefixes by a key.
    private(set) var hasCacheKeys = false
    /// The words for an effort; `nil` for any.
    private(set) var efforts: [String]?
    private(set) var defaultEffort: String?
    private(set) var sampling: ModelFacts.Sampling?
    private(set) var seesImages = true

    /// Makes rules without facts.
    init() {}

    /// Reads the rules of a model.
    ///
    /// - Parameter interface: The interface through which the model is asked.
    init(of model: String, at baseURL: String, in table: ModelTable, through interface: ModelFacts.Interface) {
        let host = HTTPRequest.host(of: baseURL)
        let server = table.server(at: host)
        let facts = table.facts(ofModel: model, at: host)
        isAtOpenAI = server.provider == OpenAIChatDialect.providerName
        hasCacheKeys = isAtOpenAI || interface == .responses && server.interface == .responses
        efforts = facts.efforts ?? server.efforts
        // OpenAI's chat completions refuse this word for every model.
        if isAtOpenAI, interface == .chat { efforts?.removeAll { $0 == "max" } }
        defaultEffort = facts.defaultEffort
        sampling = facts.sampling
        seesImages = facts.vision ?? true
    }

    /// Whether the model thinks if a request names no effort.
    var thinksByDefault: Bool { efforts?.isEmpty == false && defaultEffort != "none" }

    /// The effort with which OpenAI's chat completions accept tools for a model that thinks by default, and that they otherwise refuse.
    ///
    /// The Responses interface accepts tools beside any effort; see ``OpenAIInterface``.
    var effortBesideTools: String? {
        isAtOpenAI && thinksByDefault && efforts?.contains("none") == true ? "none" : nil
    }

    /// Returns the word to send for a level: the nearest that the model accepts; `nil` if it accepts none.
    func effort(_ level: ContextOptions.ReasoningLevel) -> String? {
        guard let efforts else { return level.word }
        var facts = ModelFacts()
        facts.efforts = efforts
        return facts.effort(nearestTo: level.word)
    }

    /// Returns the treatment of the reasoning effort.
    func treatment(of level: ContextOptions.ReasoningLevel?) -> ParameterTreatment {
        guard let level else { return .mapped }
        guard let word = effort(level) else { return .ignored }
        return word == level.word ? .mapped : .emulated
    }

    /// Returns the treatment of the parameters that concern the choice of tokens.
    ///
    /// Models that think refuse them.
    func treatmentOfSampling(in parameters: GenerationParameters) -> ParameterTreatment {
        switch sampling {
        case nil, .all, .one: .mapped
        case .withoutEffort: (parameters.reasoningLevel.flatMap(effort) ?? defaultEffort) == "none" ? .mapped : .ignored
        case .some(.none): .ignored
        }
    }

    /// Returns every capability; images only for models that are not known to be unable to see them.
    var capabilities: LanguageModelCapabilities {
        LanguageModelCapabilities([.toolCalling, .guidedGeneration, .reasoning] + (seesImages ? [.vision] : []))
    }
}
