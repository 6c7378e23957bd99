import LanguageModels

/// Gets an answer that follows a schema from a model, by the best rung that the model supports.
///
/// All dialects share it: they write and send a round, and it decides on the rung. A round without a schema is sent as it is.
struct StructuredOutputCall {
    /// The address of the interface.
    let baseURL: String
    /// The model's name.
    let model: String
    /// The record of the rungs that earlier requests to the model used.
    let memory: StructuredOutputMemory
    /// Returns the ways in which the interface can hold an answer to a schema.
    let abilities: (GenerationSchema) -> StructuredOutputAbilities

    /// One call of the model.
    struct Attempt {
        /// The round to send.
        let request: LanguageModelExecutorGenerationRequest
        /// The form in which the schema of the round, if it has one, is to be sent.
        let rung: StructuredOutputRung
        fileprivate var reader: StructuredAnswerReader?
        fileprivate let slot = StructuredAnswerSlot()

        /// Returns the decoder of the answer.
        func decoder<Base: ModelStreamDecoder>(_ base: Base) -> StructuredAnswerDecoder<Base> {
            StructuredAnswerDecoder(base, reader: reader, slot: slot)
        }
    }

    /// Makes the calls that are necessary.
    ///
    /// - Parameter ask: Makes one call with the attempt's request, and decodes the answer with the attempt's decoder.
    /// - Throws: The errors of `ask`, except a refusal of the schema at the start of an answer as long as another rung is left;
    ///   `GeneratedContent.ParsingError` if the repaired answer is invalid too.
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
                    memory.record(rung, refusal, at: place, for: schema.jsonValue)
                    turn.refused(rung, refusal)
                    continue
                }
                guard let outcome = attempt.slot.removeOutcome() else { return }
                let (events, isUnenforced) = turn.ended(by: rung, outcome)
                if isUnenforced { memory.record(rung, .feature, at: place, for: schema.jsonValue) }
                for event in attempt.slot.concealed(events).channelEvents { await channel.send(event) }
            }
        }
    }

    private func place(hasTools: Bool) -> StructuredOutputMemory.Place {
        .init(baseURL: baseURL, model: model, hasTools: hasTools)
    }

    /// Returns what an error means for a rung; `nil` if another rung would not help.
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
            // A model that does not support tools cannot use the rung that has the answer as a call.
            return payload.capability == .toolCalling && rung == .tool && !hasTools ? .feature : nil
        default: return nil
        }
    }
}
