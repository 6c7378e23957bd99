extension LanguageModelExecutorGenerationChannel.Event {
    /// Whether this event carries content that the model generated.
    ///
    /// Text, reasoning and calls are content; metadata, signatures and token counts are not.
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

    /// Whether this event sets the metadata of an answer.
    package var isResponseMetadata: Bool {
        if case .response(let step) = content, case .updateMetadata = step.action.kind { true } else { false }
    }

    /// Returns the event with one more value in the metadata that it sets; unchanged if it sets none.
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
