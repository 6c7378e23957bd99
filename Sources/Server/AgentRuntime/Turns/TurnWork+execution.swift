import LanguageModels

/// The turn of the session, with what the run adds to its request.
extension TurnWork {
    /// Starts the turn, or resumes it.
    ///
    /// - Parameters:
    ///   - late: The late outputs that the turn's note names.
    ///   - keepsToolChoice: Whether a call that the request requires is required again after the outputs with which the turn resumes.
    func execute(
        _ resolutions: [ToolResolution]?,
        in session: LanguageModelSession,
        of run: LiveRun.Identity,
        _ late: LateOutputs = LateOutputs(),
        keepsToolChoice: Bool = false,
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> LanguageModelSession.Turn {
        let metadata = metadata(of: run, late)
        switch (resolutions, request.input.beginning) {
        case (nil, .prompt(let prompt)):
            return try await session.turn(
                prompt.noting(late.text.isEmpty ? request.note : "\(request.note)\n\(late.text)"),
                schema: request.format?.schema,
                options: options,
                contextOptions: request.input.contextOptions,
                metadata: metadata,
                onEvent: onEvent
            )
        case (let given?, _) where keepsToolChoice:
            return try await session.turn(beginningWith: given, metadata: metadata, onEvent: onEvent)
        case (let given?, _):
            return try await session.turn(resuming: given, metadata: metadata, onEvent: onEvent)
        case (nil, .outputs(let given)):
            return try await session.turn(beginningWith: given, metadata: metadata, onEvent: onEvent)
        }
    }

    /// Returns the metadata of the turn: its circumstances, the conversation, and the late outputs that its note names.
    func metadata(
        of run: LiveRun.Identity,
        _ late: LateOutputs = LateOutputs()
    ) -> [String: any ConvertibleToGeneratedContent] {
        var metadata = request.context.metadata
        let conversation = run.conversation.isEmpty ? request.conversationKey : run.conversation
        if !conversation.isEmpty { metadata["conversation"] = conversation }
        if !late.calls.isEmpty { metadata[LateOutputs.metadataName] = late.calls }
        return metadata
    }

    /// The options for generation: those of the request, within the limit for a client whose tokens are counted.
    var options: GenerationOptions {
        var options = request.input.options
        options.maximumResponseTokens =
            [options.maximumResponseTokens, policies.meter.sentOutputLimit].compactMap(\.self).min()
        return options
    }
}
