import LanguageModels

/// Gets an answer that keeps to a schema out of a model, by the best way that the model takes.
///
/// All executors share it: they write and send a round, it says which. A round without a schema goes through as it is.
struct StructuredOutputCall {
    /// The address of the interface.
    let baseURL: String
    /// The model's name.
    let model: String
    /// What is known of the model from earlier answers.
    let memory: StructuredOutputMemory
    /// What the interface can do for a schema.
    let abilities: (GenerationSchema) -> StructuredOutputAbilities

    /// One call of the model.
    struct Attempt {
        /// The round to send.
        let request: LanguageModelExecutorGenerationRequest
        /// The form in which the schema of the round, if it has one, is to be sent.
        let rung: StructuredOutputRung
        fileprivate var reader: StructuredAnswerReader?
        fileprivate let slot = StructuredAnswerSlot()

        /// The decoder that is to read the answer.
        func decoder<Base: ModelStreamDecoder>(_ base: Base) -> StructuredAnswerDecoder<Base> {
            StructuredAnswerDecoder(base, reader: reader, slot: slot)
        }
    }

    /// Makes the calls that it takes.
    ///
    /// - Parameter ask: Makes one call with the attempt's request, and has the attempt's decoder read it.
    /// - Throws: What `ask` throws, but for refusals of the schema before anything else was said, as long as there is another way;
    ///   `GeneratedContent.ParsingError` when the repaired answer does not fit either.
    func respond(
        to request: LanguageModelExecutorGenerationRequest,
        into channel: LanguageModelExecutorGenerationChannel,
        ask: (Attempt) async throws -> Void
    ) async throws {
        guard let schema = request.schema else { return try await ask(Attempt(request: request, rung: .strict)) }
        let abilities = abilities(schema)
        var turn = StructuredOutputTurn(request, schema: schema, abilities: abilities) { besideTools in
            memory.worthwhile(
                abilities.rungs(for: schema, besideTools: besideTools),
                at: place(hasTools: besideTools),
                for: schema.jsonValue
            )
        }
        while true {
            switch turn.step {
            case .finish: return
            case .giveUp: throw turn.error
            case .ask(let rung), .repair(let rung):
                let place = place(hasTools: turn.hasTools)
                let reader = StructuredAnswerReader(answerTool: rung == .tool ? turn.requests.answerTool : nil)
                let attempt = Attempt(request: turn.round(by: rung), rung: rung, reader: reader)
                do {
                    try await ask(attempt)
                } catch {
                    guard !attempt.slot.hasSpoken,
                        let refusal = Self.refusal(error, of: rung, hasTools: place.hasTools)
                    else {
                        throw error
                    }
                    memory.note(rung, refusal, at: place, for: schema.jsonValue)
                    turn.refused(rung, refusal)
                    continue
                }
                guard let outcome = attempt.slot.take() else { return }
                let (events, isUnenforced) = turn.ended(by: rung, outcome)
                if isUnenforced { memory.note(rung, .feature, at: place, for: schema.jsonValue) }
                for event in events.channelEvents { await channel.send(event) }
            }
        }
    }

    private func place(hasTools: Bool) -> StructuredOutputMemory.Place {
        .init(baseURL: baseURL, model: model, hasTools: hasTools)
    }

    /// What an error says about a rung; `nil` when another rung would not help.
    private static func refusal(
        _ error: any Error,
        of rung: StructuredOutputRung,
        hasTools: Bool
    ) -> StructuredOutputLadder.Refusal? {
        switch error {
        case let error as ModelProviderError: return error.schemaRefusal?.refusal(of: rung)
        case LanguageModelError.unsupportedGenerationGuide where rung.isNative: return .schema
        case LanguageModelError.unsupportedCapability(let payload):
            if payload.capability == .guidedGeneration, rung.isNative { return .feature }
            // A model that cannot call tools at all does not need the answer's own.
            return payload.capability == .toolCalling && rung == .tool && !hasTools ? .feature : nil
        default: return nil
        }
    }
}
