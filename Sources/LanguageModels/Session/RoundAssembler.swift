import FoundationEssentials
import StreamingJSON

/// Puts a round together out of channel events: the entries it adds to the transcript, and what a reader hears on the way.
struct RoundAssembler {
    private var responseID: String?
    private var responseText = ""
    private var responseMetadata: [String: GeneratedContent] = [:]
    private var reasoningID: String?
    private var reasoningText = ""
    private var reasoningSignature: Data?
    private var callsID: String?
    private var calls: [(id: String, name: String, arguments: String)] = []
    private(set) var usage = LanguageModelSession.Usage()

    /// Takes one event in.
    mutating func apply(_ event: LanguageModelExecutorGenerationChannel.Event) -> SessionEvent? {
        switch event.content {
        case .response(let entryID, let action):
            responseID = responseID ?? entryID
            return apply(action)
        case .reasoning(let entryID, let action):
            reasoningID = reasoningID ?? entryID
            return apply(action)
        case .toolCalls(let entryID, let action):
            callsID = callsID ?? entryID
            apply(action)
            return nil
        }
    }

    private mutating func apply(
        _ action: LanguageModelExecutorGenerationChannel.Response.Action
    ) -> SessionEvent? {
        switch action {
        case .appendText(let text, _, _):
            guard !text.isEmpty else { return nil }
            responseText += text
            return .textDelta(text)
        case .replaceTextSegment(let text, _, _):
            responseText = text
            return .textReplaced(text)
        case .updateMetadata(let metadata):
            responseMetadata = metadata
        case .updateUsage(let input, let output, let metadata):
            usage = .init(input: input, output: output, metadata: metadata)
        }
        return nil
    }

    private mutating func apply(
        _ action: LanguageModelExecutorGenerationChannel.Reasoning.Action
    ) -> SessionEvent? {
        switch action {
        case .appendText(let text, _, _):
            guard !text.isEmpty else { return nil }
            reasoningText += text
            return .reasoningDelta(text)
        case .updateSignature(let signature, _):
            reasoningSignature = signature
            return nil
        }
    }

    private mutating func apply(_ action: LanguageModelExecutorGenerationChannel.ToolCalls.Action) {
        switch action {
        case .toolCall(let id, let name, .appendArguments(let fragment, _)):
            if let index = calls.firstIndex(where: { $0.id == id }) {
                calls[index].arguments += fragment
            } else {
                calls.append((id, name, fragment))
            }
        case .updateUsage(let input, let output, let metadata):
            usage = .init(input: input, output: output, metadata: metadata)
        }
    }

    /// What the round adds to the transcript: thoughts, then text, then calls, each only if there is any.
    ///
    /// Arguments that are not JSON are kept as a string, so that the call can be answered with what is wrong with it.
    func entries(responseFormat: Transcript.ResponseFormat?) -> [Transcript.Entry] {
        var entries: [Transcript.Entry] = []
        if !reasoningText.isEmpty || reasoningSignature != nil {
            let segments = [Transcript.Segment.text(.init(content: reasoningText))]
            entries.append(
                .reasoning(
                    .init(id: reasoningID ?? UUID().uuidString, segments: segments, signature: reasoningSignature)
                )
            )
        }
        if !responseText.isEmpty || calls.isEmpty {
            let segment: Transcript.Segment
            if let responseFormat, let content = try? GeneratedContent(json: responseText), content.isComplete {
                segment = .structure(.init(schemaName: responseFormat.name, content: content))
            } else {
                segment = .text(.init(content: responseText))
            }
            entries.append(
                .response(
                    .init(id: responseID ?? UUID().uuidString, metadata: responseMetadata, segments: [segment])
                )
            )
        }
        if !calls.isEmpty {
            entries.append(.toolCalls(.init(id: callsID ?? UUID().uuidString, calls.map(Self.call))))
        }
        return entries
    }

    private static func call(_ call: (id: String, name: String, arguments: String)) -> Transcript.ToolCall {
        let text = call.arguments.isEmpty ? "{}" : call.arguments
        let content = try? GeneratedContent(json: text)
        let arguments =
            content.flatMap { $0.isComplete ? $0 : nil } ?? GeneratedContent(jsonValue: .string(call.arguments))
        return Transcript.ToolCall(id: call.id, toolName: call.name, arguments: arguments)
    }
}
