public import LanguageModels
import StreamingJSON

extension LLMDecoder {
    /// One of several answers for the same text.
    private struct Sample {
        /// The JSON that the model wrote.
        var answer: JSONValue
        /// The value converted to its type and back, so that `3` and `3.0` are equal if the type treats them as equal.
        var meaning: JSONValue
    }

    /// Decodes one value from a text, together with the confidence in it.
    ///
    /// - Throws: ``LLMDecodingError`` if no answer fits; otherwise the error of the model.
    public func decodeWithConfidence<Value: Generable>(
        _ type: Value.Type = Value.self,
        from text: some StringProtocol,
        method: ConfidenceMethod = .selfGrade
    ) async throws -> DecodedResult<Value> {
        let prompt = try DecodingPrompt(text: String(text), valueName: "\(type)")
        switch method {
        case .selfGrade: return try await decodeAndAskForGrade(prompt)
        case .agreement(let samples): return try await compareSamples(prompt, count: max(2, samples))
        case .selfReport: return try await askForGrade(prompt)
        }
    }

    private func decodeAndAskForGrade<Value: Generable>(
        _ prompt: DecodingPrompt
    ) async throws -> DecodedResult<Value> {
        let asked = makeSession()
        let value = try await decode(Value.self, prompt, in: asked)
        let grade = try await ask(
            DecodingPrompt.grade,
            in: asked.session,
            schema: Grade.generationSchema,
            options: options,
            valueName: "confidence"
        ) { try Grade($0) }
        return DecodedResult(value: value, confidence: grade.confidence, method: .selfGrade, partConfidences: [:])
    }

    private func askForGrade<Value: Generable>(_ prompt: DecodingPrompt) async throws -> DecodedResult<Value> {
        let asked = makeSession()
        let graded = try await ask(
            prompt.prompt(isInstructed: asked.isInstructed),
            in: asked.session,
            schema: SelfGraded<Value>.generationSchema,
            options: options,
            valueName: "\(Value.self)"
        ) { content in try SelfGraded<Value>(content) }
        return DecodedResult(
            value: graded.value,
            confidence: graded.confidence,
            method: .selfReport,
            partConfidences: [:]
        )
    }

    private func compareSamples<Value: Generable>(
        _ prompt: DecodingPrompt,
        count: Int
    ) async throws -> DecodedResult<Value> {
        let samples = try await makeSamples(of: Value.self, prompt, count: count)
        let fitting = samples.compactMap { try? $0.get() }
        guard !fitting.isEmpty else {
            for sample in samples { _ = try sample.get() }
            preconditionFailure("every sample is either a value or an error")
        }
        let agreement = SampleAgreement(fitting.map(\.meaning), of: count)
        return DecodedResult(
            value: try Value(GeneratedContent(jsonValue: fitting[agreement.best].answer)),
            confidence: agreement.confidence,
            method: .agreement(samples: count),
            partConfidences: agreement.parts
        )
    }

    /// Decodes the text several times concurrently.
    ///
    /// - Throws: The error of the model, after the other requests have been cancelled.
    private func makeSamples<Value: Generable>(
        of type: Value.Type,
        _ prompt: DecodingPrompt,
        count: Int
    ) async throws -> [Result<Sample, LLMDecodingError>] {
        let shape = AnswerShape<Value>()
        return try await withThrowingTaskGroup(of: (Int, Result<Sample, LLMDecodingError>).self) { group in
            for index in 0..<count {
                group.addTask {
                    do {
                        // In separate sessions, because one session runs one turn at a time.
                        let value = try await ask(
                            prompt.first,
                            in: makeSeparateSession(),
                            schema: shape.schema,
                            options: options.varied(for: index),
                            valueName: "\(Value.self)"
                        ) { content in
                            let value = try shape.value(in: content)
                            let answer = shape.part(of: content.jsonValue) ?? content.jsonValue
                            return Sample(answer: answer, meaning: value.generatedContent.jsonValue)
                        }
                        return (index, .success(value))
                    } catch let fault as LLMDecodingError {
                        return (index, .failure(fault))
                    }
                }
            }
            var samples: [(Int, Result<Sample, LLMDecodingError>)] = []
            for try await sample in group { samples.append(sample) }
            return samples.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

extension GenerationOptions {
    /// Returns options under which samples can differ, because a model that always chooses the most likely token
    /// repeats one answer.
    func varied(for sample: Int) -> Self {
        var options = self
        if options.temperature == 0 { options.temperature = nil }
        options.samplingMode =
            switch options.samplingMode?.kind {
            case nil, .greedy: nil
            case .randomTopK(let count, let seed): .random(top: count, seed: seed.map { $0 &+ UInt64(sample) })
            case .randomProbabilityThreshold(let threshold, let seed):
                .random(probabilityThreshold: threshold, seed: seed.map { $0 &+ UInt64(sample) })
            }
        return options
    }
}
