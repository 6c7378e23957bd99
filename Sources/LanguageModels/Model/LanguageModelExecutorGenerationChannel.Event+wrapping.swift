extension LanguageModelExecutorGenerationChannel.Event {
    /// Whether this is a part of what the model says, rather than something about it.
    ///
    /// Text, thoughts and calls are; metadata, seals and counts of tokens are not.
    package var isContent: Bool {
        switch content {
        case .response(let step):
            switch step.action.kind {
            case .appendText(let fragment), .appendRefusal(let fragment): !fragment.content.isEmpty
            case .replaceText, .addAttachment, .removeAttachment: true
            case .updateMetadata, .updateUsage: false
            }
        case .reasoning(let step):
            switch step.action.kind {
            case .appendText(let fragment): !fragment.content.isEmpty
            case .replaceText: true
            case .updateSignature, .updateMetadata, .updateUsage: false
            }
        case .toolCalls(let step):
            switch step.action.kind {
            case .toolCall, .removeToolCall: true
            case .updateMetadata, .updateUsage: false
            }
        }
    }

    /// Whether this sets the metadata of an answer.
    package var isResponseMetadata: Bool {
        if case .response(let step) = content, case .updateMetadata = step.action.kind { true } else { false }
    }

    /// The event with one value more in the metadata that it sets; as it is when it sets none.
    package func settingMetadata(_ name: String, to value: String) -> Self {
        switch content {
        case .response(var step):
            guard case .updateMetadata(var metadata) = step.action.kind else { return self }
            metadata.values[name] = GeneratedContent(value)
            step.action = .updateMetadata(metadata.values)
            return Self(content: .response(step))
        case .reasoning(var step):
            guard case .updateMetadata(var metadata) = step.action.kind else { return self }
            metadata.values[name] = GeneratedContent(value)
            step.action = .updateMetadata(metadata.values)
            return Self(content: .reasoning(step))
        case .toolCalls(var step):
            guard case .toolCall(var call) = step.action.kind, case .updateMetadata(var metadata) = call.action.kind
            else {
                return self
            }
            metadata.values[name] = GeneratedContent(value)
            call.action = .updateMetadata(metadata.values)
            step.action = .toolCall(id: call.id, name: call.name, action: call.action)
            return Self(content: .toolCalls(step))
        }
    }
}
