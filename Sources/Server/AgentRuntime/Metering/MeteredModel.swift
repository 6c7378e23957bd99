import LanguageModels

/// A model whose rounds a turn's ``TurnMeter`` admits one by one.
struct MeteredModel<Base: LanguageModel>: LanguageModel {
    typealias Executor = MeteredExecutor<Base>

    let base: Base
    let meter: TurnMeter

    var capabilities: LanguageModelCapabilities { base.capabilities }
    var executorConfiguration: Base.Executor.Configuration { base.executorConfiguration }
}

/// Calls the model between two checks of the meter.
///
/// The answer passes unchanged; the session reports it when the round is over.
struct MeteredExecutor<Base: LanguageModel>: LanguageModelExecutor {
    private let base: Base.Executor

    init(configuration: Base.Executor.Configuration) throws { base = try Base.Executor(configuration: configuration) }

    func prewarm(model: MeteredModel<Base>, transcript: Transcript) {
        base.prewarm(model: model.base, transcript: transcript)
    }

    func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: MeteredModel<Base>,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        let meter = model.meter
        try await meter.startRound(request)
        do {
            try await base.respond(to: request, model: model.base, streamingInto: channel)
            meter.modelEnded(.whole)
        } catch {
            meter.modelEnded(Task.isCancelled ? .brokenOff : .failed)
            throw error
        }
    }
}

extension LanguageModel {
    /// Returns the model under a meter.
    func metered(by meter: TurnMeter) -> any LanguageModel { MeteredModel(base: self, meter: meter) }
}
