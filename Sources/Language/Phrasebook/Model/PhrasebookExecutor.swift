public import LanguageModels

/// Executes the built-in model's requests for a session.
public struct PhrasebookExecutor: LanguageModelExecutor {
    /// The phrases of a model; copies of one model are equal.
    public struct Configuration: Hashable, Sendable {
        let phrases: LazyPhrases
        /// The steps around the calls of some tools, by the tools' names.
        let preparations: [String: CallPreparation]
        let readings: RecentReadings
        let latestDay: LatestDay

        /// Returns whether both come from one model.
        public static func == (left: Self, right: Self) -> Bool { left.readings === right.readings }

        /// Hashes the identity of the readings, because models of the same tools share their phrases.
        public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(readings)) }
    }

    private let phrases: LazyPhrases
    private let preparations: [String: CallPreparation]
    private let readings: RecentReadings
    private let latestDay: LatestDay

    /// Makes an executor.
    public init(configuration: Configuration) {
        phrases = configuration.phrases
        preparations = configuration.preparations
        readings = configuration.readings
        latestDay = configuration.latestDay
    }

    /// Calls the tools that the last prompt asks for, or, once they have answered, writes the answer.
    ///
    /// - Throws: ``LanguageModelError/unsupportedCapability(_:)`` if the request wants an answer by a schema, has
    ///   images, or requires a call that the prompt does not ask for; ``PhrasebookError`` if a pattern is invalid.
    public func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: PhrasebookLanguageModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        await send(try await reply(to: request), to: channel)
    }

    /// The model's reply in one round.
    package enum Reply: Sendable {
        /// The tools to call.
        case calls([PlannedCall])
        /// The answer.
        case text(String)
    }

    /// Computes the reply of a round without sending it.
    ///
    /// - Throws: The same errors as ``respond(to:model:streamingInto:)``.
    package func reply(to request: LanguageModelExecutorGenerationRequest) async throws -> Reply {
        let parameters = GenerationParameters(request)
        switch try await plainReply(to: request, parameters.toolChoice) {
        case .calls(let calls):
            // The remaining calls are made in the next rounds.
            return .calls(parameters.allowsParallelCalls == false ? Array(calls.prefix(1)) : calls)
        case .text where parameters.toolChoice.isRequired:
            throw LanguageModelError.unsupportedCapability(
                .init(
                    capability: .toolCalling,
                    debugDescription: """
                        A tool call is required, and the built-in model finds none in the message. Let it decide, or configure \
                        another model for that.
                        """,
                    metadata: ["parameter": GenerationParameter.toolChoice.rawValue]
                )
            )
        case .text(let text): return .text(text.cut(before: parameters.stop))
        }
    }

    /// Returns the reply before stop sequences and the limit on calls are applied.
    private func plainReply(
        to request: LanguageModelExecutorGenerationRequest,
        _ choice: GenerationOptions.ToolChoice
    ) async throws -> Reply {
        guard request.schema == nil else {
            throw LanguageModelError.unsupportedCapability(
                .init(
                    capability: .guidedGeneration,
                    debugDescription: "The built-in model cannot answer by a schema. Configure another model for that."
                )
            )
        }
        guard !request.transcript.haveImages else {
            throw LanguageModelError.unsupportedCapability(
                .init(
                    capability: .vision,
                    debugDescription: "The built-in model sees no images. Configure another model for that."
                )
            )
        }
        let phrases = try await phrases.compiled()
        let enabled = Set(choice.callable(of: request.enabledToolDefinitions).map(\.name))
        let isEnabled = { (tool: ToolPhrases) in enabled.contains(tool.tool) }
        let conversation = Conversation(request.transcript)
        let circumstances = Circumstances(request.metadata, latest: latestDay)
        var planner = Planner(
            phrases: phrases,
            today: circumstances.today,
            language: circumstances.language,
            isEnabled: isEnabled
        )
        planner.preparations = preparations
        planner.time = (circumstances.now, circumstances.timeZone)
        var writer = AnswerWriter(phrases: phrases, isEnabled: isEnabled)
        writer.time = planner.time
        let key = RecentReadings.Key(
            message: conversation.turns.last?.prompt ?? "",
            // A yes is read together with the previous message, and that one with all its own context.
            earlier: Array(conversation.turns.dropLast().suffix(Planner.memory + 1)),
            today: circumstances.today,
            language: circumstances.language,
            tools: enabled,
            owner: circumstances.owner
        )
        var reading: RecentReadings.Reading
        if !conversation.calls.isEmpty, let known = readings.remove(key, leadingTo: conversation.calls) {
            reading = known
            reading.execution.resume(with: conversation.calls)
        } else {
            let understanding = planner.understanding(of: conversation.turns)
            let planned = understanding.calls
            guard !planned.isEmpty else {
                return .text(writer.answerWithoutCalls(to: understanding))
            }
            guard planned.count <= AnswerWriter.callLimit else {
                return .text(writer.refusalOfManyCalls(in: understanding.language))
            }
            let execution = planner.execution(of: understanding, planned, made: conversation.calls)
            reading = RecentReadings.Reading(understanding: understanding, execution: execution)
        }
        guard !reading.execution.pending.isEmpty else {
            return .text(writer.answer(to: reading.understanding, reading.execution, today: circumstances.today))
        }
        let calls = reading.execution.pending
        readings.keep(reading, for: key)
        return .calls(calls)
    }

    /// Sends the result of ``reply(to:)``.
    package func send(_ reply: Reply, to channel: LanguageModelExecutorGenerationChannel) async {
        switch reply {
        case .calls(let calls): await send(calls, to: channel)
        case .text(let text): await send(text, to: channel)
        }
    }

    /// Sends the calls; usage remains zero because the model uses no tokens.
    private func send(_ calls: [PlannedCall], to channel: LanguageModelExecutorGenerationChannel) async {
        let entry = UniqueID.text()
        for call in calls {
            await channel.send(
                .toolCalls(
                    entryID: entry,
                    action: .toolCall(
                        id: "call_" + UniqueID.text(),
                        name: call.tool,
                        action: .appendArguments(call.json)
                    )
                )
            )
        }
    }

    private func send(_ text: String, to channel: LanguageModelExecutorGenerationChannel) async {
        let entry = UniqueID.text()
        for piece in TextPieces(text) {
            await channel.send(.response(entryID: entry, action: .appendText(piece)))
        }
    }
}
