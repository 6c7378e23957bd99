import AgentWire
import LanguageModels
import Storage
import StreamingJSON

extension TurnRequest {
    /// Returns the request in a session's terms.
    ///
    /// The time for it grows linearly with the bytes of the request.
    ///
    /// - Parameters:
    ///   - schema: The schema that the answer must fit; `nil` for text.
    ///   - imageLimits: The limits of the images of one message, or of one output.
    ///   - pointer: Returns the place of an item of the input in the client's body, or of the input itself for `nil`, as a JSON
    ///     pointer.
    /// - Throws: ``Problem`` with the places of all invalid items at the end of the input: outputs without a call, calls without an output,
    ///   images that cannot be attached; and for an input without a message of the user.
    func sessionInput(
        schema: GenerationSchema? = nil,
        imageLimits: ImageLimits = ImageLimits(),
        pointer: (Int?) -> String = { $0.map { "#/input/\($0)" } ?? "#/input" }
    ) throws(Problem) -> TurnInput {
        var reader = InputReader(dialect, imageLimits: imageLimits)
        let newest = newestIndex
        for (index, item) in input.enumerated() { reader.read(item, at: pointer(index), isHistory: index < newest) }
        let format = schema.map { Transcript.ResponseFormat(schema: $0) }
        let beginning = reader.finish(at: pointer(nil), generationOptions, contextOptions, format)
        if toolChoice == .allowed([], isRequired: true) {
            reader.reject("#/tool_choice", "requires a call but allows no tool; name the tools that may be called")
        }
        guard reader.faults.isEmpty, let beginning else {
            throw Problem(.invalidRequest, detail: reader.faults.description, faults: reader.faults)
        }
        return TurnInput(
            options: generationOptions,
            contextOptions: contextOptions,
            instructions: instructions,
            history: reader.entries,
            beginning: beginning,
            ignored: reader.hasImageDetail ? ["image_detail"] : []
        )
    }

    /// Removes the blocks of the instructions with which a client of Anthropic's API reports itself.
    ///
    /// They are addressed to Anthropic, and change with each message. At any other provider, the conversation's cached start would end
    /// there.
    mutating func removeBillingLines() {
        guard dialect == .messages else { return }
        for (index, item) in input.enumerated() {
            guard case .message(.developer, let parts) = item else { continue }
            let kept = parts.filter { $0.text?.hasPrefix("x-anthropic-billing-header:") != true }
            if kept.count < parts.count { input[index] = .message(.developer, kept) }
        }
    }

    /// Returns the name under which a provider may keep what it has computed for the conversation.
    ///
    /// A client that sends the whole conversation names it by `prompt_cache_key`; otherwise all its requests start with the same
    /// message.
    func conversationKey(for owner: Owner) -> String {
        if let id = conversation.readID { return id }
        let named = echo["prompt_cache_key"]?.stringValue
        let opening = input.lazy.compactMap { item in
            if case .message(.user, let parts) = item { parts.compactMap(\.text).joined(separator: "\n") } else { nil }
        }
        // FNV-1a (64 bits), because Swift's own hash differs from process to process, and a collision costs a cached start at most.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(owner.text)\n\(named ?? opening.first ?? "")".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return "key-\(String(hash, radix: 16))"
    }

    /// The index of the newest message of the user, or of the first of the outputs at the end of the input.
    private var newestIndex: Int {
        var index = input.endIndex
        for item in input.reversed() {
            index -= 1
            switch item {
            case .message(.user, _): return index
            case .toolOutput, .message(.developer, _): continue
            case .message, .toolCall, .reasoning: return index + 1
            }
        }
        return 0
    }

    /// The options for generation.
    var generationOptions: GenerationOptions {
        var options = GenerationOptions(
            temperature: sampling.temperature,
            maximumResponseTokens: sampling.maximumOutputTokens
        )
        options.details.cacheMarks = cacheMarks.map(GenerationOptions.CacheMark.init)
        options.details.topP = sampling.topP
        options.details.topK = sampling.topK
        options.details.seed = sampling.seed
        options.details.stop = sampling.stop
        options.details.presencePenalty = sampling.presencePenalty
        options.details.frequencyPenalty = sampling.frequencyPenalty
        options.details.allowsParallelCalls = parallelToolCalls
        options.details.wantsJSONObject = wantsJSONObject
        switch toolChoice {
        case .auto: break
        case .none: options.toolChoice = .disallowed
        case .required: options.toolChoice = .required
        case .named(let name): options.toolChoice = .named(name)
        case .allowed(let names, let isRequired): options.toolChoice = .among(names, isRequired: isRequired)
        }
        return options
    }

    /// The options for reasoning.
    var contextOptions: ContextOptions {
        ContextOptions(reasoningLevel: reasoningEffort.map { ContextOptions.ReasoningLevel($0) })
    }
}
