public import LanguageModels

/// A model over several: asks one after the other until one answers.
///
/// ```swift
/// let model = RouterLanguageModel(
///     RoutedModel("anthropic:claude-sonnet-5-5", sonnet),
///     [RoutedModel("openai:gpt-5-mini", mini)],
///     hedgeAfter: .seconds(4)
/// )
/// ```
///
/// - **Order.** As listed; if some have weights, one of those is drawn to be first, always the same one for a conversation.
///   Models whose last calls failed rest at the end of the line for a while.
/// - **Fallback.** A fault before the first token leads to the next model if ``FaultClass`` says so. After the first token it is the
///   error of the round: there is never a second answer behind half of a first one.
/// - **Hedging.** With a delay, a model that has not said anything by then is joined by the next one. The first to say something
///   answers, and the other's call is closed. It buys speed with tokens: what the loser has read is paid for.
///
/// An answer's metadata has the name of the model that made it under ``metadataKey``. What one model says to itself (thoughts,
/// seals) is shown to no other.
public struct RouterLanguageModel: LanguageModel {
    /// What does the work.
    public typealias Executor = RouterExecutor

    /// Where an entry of the transcript names the model that it is by.
    public static let metadataKey = "torii.model"

    /// The models, in order of preference.
    public let members: [RoutedModel]
    /// After how long a silent model is joined by the next one; `nil` for never.
    public let hedgeDelay: Duration?

    let health: RouterHealth
    let wait: @Sendable (Duration) async throws -> Void

    /// A router; it knows nothing of its models' health yet, so make one and share it.
    public init(_ first: RoutedModel, _ others: [RoutedModel] = [], hedgeAfter delay: Duration? = nil) {
        self.init([first] + others, hedgeAfter: delay, now: { .now }, wait: { try await Task.sleep(for: $0) })
    }

    init(
        _ members: [RoutedModel],
        hedgeAfter delay: Duration? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.members = members
        hedgeDelay = delay
        health = RouterHealth(count: members.count, now: now)
        self.wait = wait
    }

    /// What at least one of the models can do: one that cannot do what is asked is passed by.
    public var capabilities: LanguageModelCapabilities {
        let all: [LanguageModelCapabilities.Capability] = [.vision, .guidedGeneration, .reasoning, .toolCalling]
        return LanguageModelCapabilities(
            all.filter { capability in members.contains { $0.capabilities.contains(capability) } }
        )
    }

    /// What tells one executor from another.
    public var executorConfiguration: RouterExecutor.Configuration { .init(names: members.map(\.name)) }

    /// In which order the models are asked now.
    func order(for request: LanguageModelExecutorGenerationRequest) -> [Int] {
        let order = RoutingOrder(weights: members.map(\.weight), isResting: health.isResting)
            .indices(draw: RoutingOrder.draw(for: request))
        var needed: [LanguageModelCapabilities.Capability] = []
        if request.schema != nil { needed.append(.guidedGeneration) }
        if request.transcript.haveImages { needed.append(.vision) }
        let parameters = GenerationParameters(request)
        // What one that cannot says would hide why the others failed.
        let able = order.filter { member in
            needed.allSatisfy(members[member].capabilities.contains)
                && members[member].reporter?.parameterReport(on: parameters, answeredBy: nil).refusals.isEmpty ?? true
        }
        return able.isEmpty ? order : able
    }
}

extension RouterLanguageModel: ParameterReporting {
    /// Returns what becomes of the parameters at the member that answers or, while it is not known, at any that may.
    ///
    /// A request is refused only if all members refuse it, for the reasons of the first.
    package func parameterReport(on parameters: GenerationParameters, answeredBy name: String?) -> ParameterReport {
        let asked = name.map { name in members.filter { $0.name == name } } ?? members
        let reports = asked.map {
            $0.reporter?.parameterReport(on: parameters, answeredBy: nil) ?? ParameterReport()
        }
        let able = reports.filter { $0.refusals.isEmpty }
        guard !able.isEmpty else { return reports.first ?? ParameterReport() }
        func merged(_ list: KeyPath<ParameterReport, [GenerationParameter]>) -> [GenerationParameter] {
            GenerationParameter.allCases.filter { parameter in able.contains { $0[keyPath: list].contains(parameter) } }
        }
        return ParameterReport(ignored: merged(\.ignored), emulated: merged(\.emulated))
    }
}
