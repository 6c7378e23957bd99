extension LanguageModelExecutorGenerationChannel.Event {
    /// What the round has used so far, when this says it.
    package var usage: LanguageModelExecutorGenerationChannel.Usage? {
        switch content {
        case .response(let step): if case .updateUsage(let usage) = step.action.kind { usage } else { nil }
        case .reasoning(let step): if case .updateUsage(let usage) = step.action.kind { usage } else { nil }
        case .toolCalls(let step): if case .updateUsage(let usage) = step.action.kind { usage } else { nil }
        }
    }

    /// How many bytes of text, thoughts or arguments this adds.
    package var contentBytes: Int {
        switch content {
        case .response(let step):
            switch step.action.kind {
            case .appendText(let fragment): fragment.content.utf8.count
            case .replaceText(let replacement): replacement.content.utf8.count
            case .updateMetadata, .updateUsage: 0
            }
        case .reasoning(let step):
            switch step.action.kind {
            case .appendText(let fragment): fragment.content.utf8.count
            case .replaceText(let replacement): replacement.content.utf8.count
            case .updateSignature, .updateMetadata, .updateUsage: 0
            }
        case .toolCalls(let step):
            if case .toolCall(let call) = step.action.kind, case .appendArguments(let fragment) = call.action.kind {
                fragment.content.utf8.count + call.name.utf8.count
            } else {
                0
            }
        }
    }

    /// A value of the metadata that this sets for an answer or a call.
    package func metadata(_ name: String) -> GeneratedContent? {
        switch content {
        case .response(let step):
            if case .updateMetadata(let metadata) = step.action.kind { metadata.values[name] } else { nil }
        case .reasoning(let step):
            if case .updateMetadata(let metadata) = step.action.kind { metadata.values[name] } else { nil }
        case .toolCalls(let step):
            if case .toolCall(let call) = step.action.kind, case .updateMetadata(let metadata) = call.action.kind {
                metadata.values[name]
            } else {
                nil
            }
        }
    }
}
