public import LanguageModels

/// A model that consists of several: it asks one after the other until one answers.
///
/// ```swift
/// let model = RouterLanguageModel(
///     RoutedModel("anthropic:claude-sonnet-5-5", sonnet),
///     [RoutedModel("openai:gpt-6.1-terra", mini)],
///     hedgeAfter: .seconds(4)
/// )
/// ```
///
/// - **Order.** The order of the list. If some models have weights, one of those is drawn as the first, always the same one for a
///   conversation. Models whose last calls failed move to the end for a while.
/// - **Fallback.** After a fault before the first token, the router asks the next model if ``FaultClass`` allows it. After the first token
///   the fault is the error of the round: a second answer never follows half of a first one.
/// - **Hedging.** If a delay is set and a model has sent nothing by then, the next model is asked too. The first model to send something
///   answers, and the other call is closed. Hedging buys speed with tokens, because the input of the loser is paid for.
///
/// The metadata of an answer names the model that made it, under ``metadataKey``. Thoughts and seals of one model are never sent to
/// another.
public struct RouterLanguageModel: LanguageModel {
    /// The executor that asks the models.
    public typealias Executor = RouterExecutor

    /// The metadata key under which an entry of the transcript names its model.
    public static let metadataKey = "torii.model"

    /// The models, in order of preference.
    public let members: [RoutedModel]
    /// The time after which the next model joins a silent one; `nil` for never.
    public let hedgeDelay: Duration?

    let health: RouterHealth
    let wait: @Sendable (Duration) async throws -> Void

    /// Makes a router without any knowledge of its models' health, so make one and share it.
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

    /// The capabilities of at least one of the models: a model that does not have a required one is skipped.
    public var capabilities: LanguageModelCapabilities {
        let all: [LanguageModelCapabilities.Capability] = [.vision, .guidedGeneration, .reasoning, .toolCalling]
        return LanguageModelCapabilities(
            all.filter { capability in members.contains { $0.capabilities.contains(capability) } }
        )
    }

    /// The configuration that the router's executors are made from.
    public var executorConfiguration: RouterExecutor.Configuration { .init(names: members.map(\.name)) }

    /// Returns the order in which the models are asked now.
    func order(for request: LanguageModelExecutorGenerationRequest) -> [Int] {
        let order = RoutingOrder(weights: members.map(\.weight), isResting: health.isResting)
            .indices(draw: RoutingOrder.draw(for: request))
        var needed: [LanguageModelCapabilities.Capability] = []
        if request.schema != nil { needed.append(.guidedGeneration) }
        if request.transcript.haveImages { needed.append(.vision) }
        let parameters = GenerationParameters(request)
        // The refusal of a model that cannot answer would hide why the others failed.
        let able = order.filter { member in
            needed.allSatisfy(members[member].capabilities.contains)
                && members[member].reporter?.parameterReport(on: parameters, answeredBy: nil).refusals.isEmpty ?? true
        }
        return able.isEmpty ? order : able
    }
}

extension RouterLanguageModel: ParameterReporting {
    /// Returns the treatment of the parameters at the member that answers or, while it is unknown, at any that may.
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
