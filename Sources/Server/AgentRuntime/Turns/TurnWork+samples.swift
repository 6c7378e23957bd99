import AgentWire
import LLMCodable
import LanguageModels
import Storage
import StreamingJSON

extension TurnWork {
    /// One extraction of the text.
    private enum Sample {
        case value(JSONValue, model: String?)
        case misfit(Problem)
    }

    /// Extracts the value from the text several times at once, and answers with the sample that agrees most with all.
    ///
    /// No sample is shown while it grows, because the best one is known only when all have arrived.
    func performSamples(_ run: LiveRun) async {
        var sessions: [LanguageModelSession] = []
        var settled: WireUsage?
        let meters = (0..<request.sampleCount).map { lane in
            let meter = policies.meter.sample()
            meter.follow(run, as: lane)
            return meter
        }
        do {
            let identity = run.identity
            run.append(.started(RunStart(identity)))
            for meter in meters { sessions.append(try session(for: identity, after: [], nil, countedBy: meter)) }
            let samples = try await samples(in: sessions, of: identity)
            let charged = policies.meter.settle(meters)
            settled = charged
            var spent = sessions.reduce(WireUsage(inputTokens: 0, outputTokens: 0)) {
                $0 + WireUsage($1.usage, cost: nil)
            }
            spent.cost = charged.cost
            let (answer, model) = try Self.agreed(samples)
            guard run.workEnded(hasAnswer: true) == .completed else { throw CancellationError() }
            var growing = GrowingAnswer(isWrapped: false)
            let message = RunEvent.answered(RunAnswer(text: answer.object.serialized(), model: model))
            let ending = LiveRun.Ending(
                status: .completed,
                events: growing.finish(answer) + [message, .completed(usage: spent)]
            )
            await coordinator.end(run, ending, usage: spent)
        } catch {
            await coordinator.fail(run, with: error, usage: settled ?? policies.meter.settle(meters))
        }
    }

    /// Calls the model in all sessions at once.
    ///
    /// - Throws: The error of a model, after the other calls have been cancelled. An answer that does not fit is a sample, not an
    ///   error.
    private func samples(in sessions: [LanguageModelSession], of run: LiveRun.Identity) async throws -> [Sample] {
        try await withThrowingTaskGroup(of: (Int, Sample).self) { group in
            for (index, session) in sessions.enumerated() {
                group.addTask { (index, try await sample(in: session, of: run)) }
            }
            var samples: [(Int, Sample)] = []
            for try await sample in group { samples.append(sample) }
            return samples.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func sample(in session: LanguageModelSession, of run: LiveRun.Identity) async throws -> Sample {
        guard let format = request.format, case .prompt = request.input.beginning else {
            return .misfit(Problem(.internalError, detail: "the extraction has no schema or no prompt"))
        }
        do {
            let turn = try await execute(nil, in: session, of: run) { _ in }
            let answer = try format.answer(in: turn.response.segments.text)
            return .value(answer.object, model: turn.response.metadata.modelName)
        } catch let problem as Problem {
            return .misfit(problem)
        } catch let error as GeneratedContent.ParsingError {
            return .misfit(AnswerFormat.misfit(error))
        }
    }

    /// Returns the sample that agrees most with all; one that does not fit agrees with none.
    ///
    /// - Throws: ``Problem`` when none fits.
    private static func agreed(_ samples: [Sample]) throws(Problem) -> (answer: StructuredAnswer, model: String?) {
        var fitting: [(value: JSONValue, model: String?)] = []
        var problem = Problem(.structuredOutputInvalid, detail: "there was no answer")
        for sample in samples {
            switch sample {
            case .value(let value, let model): fitting.append((value, model))
            case .misfit(let misfit): problem = misfit
            }
        }
        guard !fitting.isEmpty else { throw problem }
        let agreement = SampleAgreement(fitting.map(\.value), of: samples.count)
        let best = fitting[agreement.best]
        let parts = Dictionary(agreement.parts.map { ($0.key.description, $0.value) }) { $1 }
        let answer = StructuredAnswer(object: best.value, confidence: agreement.confidence, partConfidences: parts)
        return (answer, best.model)
    }
}
