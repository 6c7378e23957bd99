import AgentWire
import Foundation
import LanguageModels
import ModelProviders
import StreamingJSON

/// Reads the items of a request's input, in order, into the entries of a transcript.
///
/// A client repeats its history in each request, so a fault there would end its conversation for good. Calls without an output and outputs
/// without a call are therefore completed or read as text, and images that cannot be attached become notes. The same faults at the end of
/// the input, after the last message, are refused.
struct InputReader {
    /// Calls that the model made together, and the outputs found for them.
    private struct Round {
        struct Call {
            var call: Transcript.ToolCall
            var pointer: String
            var output: Transcript.ToolOutput?
        }

        var calls: [Call] = []
        /// The calls' positions by id.
        var positions: [String: Int] = [:]
        /// The number of calls without an output.
        var openCount = 0

        /// Whether every call has its output, so that the next call belongs to another round.
        var isAnswered: Bool { openCount == 0 }
    }

    /// The kind of the last item, apart from instructions.
    private enum Last {
        case prompt, answer, call, output
    }

    let imageLimits: ImageLimits
    /// The faults of the input.
    private(set) var faults = FaultList()
    /// The entries of the messages, calls and outputs.
    private(set) var entries: [Transcript.Entry] = []
    /// Whether an image has a `detail`, which no provider receives.
    private(set) var hasImageDetail = false
    private var round: Round?
    /// The outputs without a call since the last other item, with the places of their faults.
    private var strays: [(output: [Transcript.Segment], pointer: String, detail: String)] = []
    private var last: Last?
    private var lastPrompt: (position: Int, pointer: String)?

    /// Whether the item that is being read is before the newest message and the outputs after it.
    private var isHistory = false
    private let dialect: TurnRequest.Dialect

    init(_ dialect: TurnRequest.Dialect, imageLimits: ImageLimits) {
        (self.dialect, self.imageLimits) = (dialect, imageLimits)
    }

    /// Adds a fault.
    mutating func reject(_ pointer: String, _ detail: String) {
        faults.append(.init(pointer: pointer, detail: detail))
    }

    /// Reads an item, and records its faults with its place.
    ///
    /// - Parameter isHistory: Whether a message of the user or an output follows, and the item is not one of the outputs at the end.
    mutating func read(_ item: InputItem, at pointer: String, isHistory: Bool = false) {
        self.isHistory = isHistory
        switch item {
        case .message(.developer, let parts):
            // Instructions have its text.
            for (index, part) in parts.enumerated() where part.text == nil {
                reject("\(pointer)/content/\(index)", "instructions cannot have images")
            }
        case .message(.user, let parts):
            closeRound()
            last = .prompt
            lastPrompt = (entries.count, pointer)
            entries.append(.prompt(.init(segments: segments(parts, at: "\(pointer)/content"))))
        case .message(.assistant, let parts):
            readAnswer(parts, at: pointer)
        case .toolCall(let id, let name, let arguments):
            readCall(id, name, arguments, at: pointer)
        case .toolOutput(let call, let parts):
            readOutput(of: call, parts, at: pointer)
        case .reasoning(let thought):
            readReasoning(thought)
        }
    }

    /// Ends the input, and removes from the entries what the turn starts with.
    ///
    /// - Returns: The start of the turn; `nil` when the input ends with nothing that a model could answer, which the faults explain.
    mutating func finish(
        at pointer: String,
        _ options: GenerationOptions,
        _ contextOptions: ContextOptions,
        _ format: Transcript.ResponseFormat?
    ) -> TurnInput.Beginning? {
        switch last {
        case .prompt:
            guard case .prompt(let prompt)? = entries.popLast() else { return nil }
            return .prompt(Prompt { for segment in prompt.segments { Self.prompt(segment) } })
        case .output:
            for stray in strays { reject(stray.pointer, stray.detail) }
            guard let lastPrompt, case .prompt(var prompt) = entries[lastPrompt.position] else {
                reject(pointer, "has calls and their outputs, but no message of the user before them")
                return nil
            }
            // A resumed session uses the options of its last prompt.
            prompt.options = options
            prompt.contextOptions = contextOptions
            prompt.responseFormat = format
            entries[lastPrompt.position] = .prompt(prompt)
            guard let outputs = flushRound(isEnd: true) else { return nil }
            return .outputs(outputs.map(ToolResolution.output))
        case .call:
            _ = flushRound(isEnd: true)
            return nil
        case .answer:
            guard lastPrompt != nil else {
                reject(pointer, "has no message of the user; it must end with one, or with tool outputs")
                return nil
            }
            // Providers refuse a conversation that ends with an answer, or write another answer beside it.
            return .prompt(Prompt(Self.continuation))
        case nil:
            reject(pointer, "has no message of the user; it must end with one, or with tool outputs")
            return nil
        }
    }

    /// Ends an input that is stored without a turn, and returns the entries of all its items.
    mutating func finishWithoutTurn() -> [Transcript.Entry] {
        for stray in strays { reject(stray.pointer, stray.detail) }
        if let outputs = flushRound(isEnd: true) { entries += outputs.map { .toolOutput($0) } }
        return entries
    }

    /// The message that asks for the rest of an answer at the end of the input, in English as the instructions are.
    static let continuation = "Continue your last message exactly where it ends, without repeating any of it."

    private static func prompt(_ segment: Transcript.Segment) -> Prompt {
        switch segment {
        case .attachment(let attachment): Attachment(attachment.content.image).promptRepresentation
        case .text, .structure: Prompt(segment.text)
        }
    }
}

// MARK: Calls and outputs

extension InputReader {
    private mutating func readAnswer(_ parts: [InputPart], at pointer: String) {
        for (index, part) in parts.enumerated() where part.text == nil {
            reject("\(pointer)/content/\(index)", "a message of the assistant cannot have images")
        }
        let texts = parts.compactMap(\.text).filter { !$0.isEmpty }
        guard !texts.isEmpty else { return }
        // Text between calls and their outputs belongs to the round of the calls.
        if round?.isAnswered ?? true { closeRound() }
        if round == nil { last = .answer }
        entries.append(.response(.init(segments: texts.map { .text(.init(content: $0)) })))
    }

    private mutating func readReasoning(_ thought: InputReasoning) {
        // Reasoning between calls and their outputs belongs to the round of the calls.
        if round?.isAnswered ?? true { closeRound() }
        if round == nil { last = .answer }
        let segments: [Transcript.Segment] = thought.text.isEmpty ? [] : [.text(.init(content: thought.text))]
        let sealed = thought.seal.map { SealedReasoning.signature(of: $0, isRedacted: thought.isRedacted) }
        entries.append(
            .reasoning(
                .init(metadata: sealed?.metadata ?? [:], segments: segments, signature: sealed?.signature)
            )
        )
    }

    private mutating func readCall(_ id: String, _ name: String, _ arguments: String, at pointer: String) {
        // A call whose id is that of another call belongs to another round, because its output could not be reported from the other's.
        if round?.isAnswered ?? true || round?.positions[id] != nil { closeRound() }
        last = .call
        if id.isEmpty { reject("\(pointer)/id", "a call must have an id") }
        if name.isEmpty { reject("\(pointer)/name", "a call must have the name of its tool") }
        var content = GeneratedContent(jsonValue: [:])
        // Some models call a tool without arguments with an empty text.
        if !arguments.isEmpty {
            // A client returns the arguments that it received, which may be invalid JSON: the model made a mistake, and the output may
            // explain it.
            let options = JSONParseOptions(loneSurrogates: .replace)
            let value = try? JSONValue(parsing: arguments, options: options)
            content = GeneratedContent(jsonValue: value ?? .string(arguments))
        }
        var open = round ?? Round()
        // So that the round is not copied for each of its calls.
        round = nil
        open.positions[id] = open.calls.count
        open.openCount += 1
        open.calls.append(
            .init(call: .init(id: id, toolName: name, arguments: content), pointer: pointer)
        )
        round = open
    }

    private mutating func readOutput(of call: String, _ parts: [InputPart], at pointer: String) {
        last = .output
        let callPlace = dialect.callMember.map { "\(pointer)/\($0)" } ?? pointer
        let segments = segments(parts, at: "\(pointer)/\(dialect.outputMember)")
        guard let position = round?.positions[call], let name = round?.calls[position].call.toolName else {
            let detail = "answers no call of the round before it; an output must follow its call"
            return strays.append((segments, callPlace, detail))
        }
        guard round?.calls[position].output == nil else {
            return strays.append((segments, callPlace, "answers a call that has an output already"))
        }
        round?.calls[position].output = .init(id: call, toolName: name, segments: segments)
        round?.openCount -= 1
    }

    /// Adds the round's calls and outputs to the entries, and after them the outputs without a call, as messages.
    private mutating func closeRound() {
        if let outputs = flushRound(isEnd: false) { entries += outputs.map { .toolOutput($0) } }
        for stray in strays {
            let title = Transcript.Segment.text(
                .init(content: "An output of a tool whose call is not in this conversation:")
            )
            entries.append(.prompt(.init(segments: [title] + stray.output)))
        }
        strays = []
    }

    /// The output of a call in the history that has none.
    private static let missingOutput = "No output was recorded for this call."

    /// Adds the round's calls to the entries.
    ///
    /// - Parameter isEnd: Whether the input ends after the round, so that a call without an output is a fault.
    /// - Returns: Their outputs, in the order of the calls; `nil` without a round.
    private mutating func flushRound(isEnd: Bool) -> [Transcript.ToolOutput]? {
        guard let open = round else { return nil }
        round = nil
        if isEnd {
            for call in open.calls where call.output == nil {
                reject(call.pointer, "the call has no output; send one for each call of a round, after the calls")
            }
        }
        entries.append(.toolCalls(.init(open.calls.map(\.call))))
        return open.calls.map { call in
            call.output
                ?? .init(
                    id: call.call.id,
                    toolName: call.call.toolName,
                    segments: [.text(.init(content: Self.missingOutput))]
                )
        }
    }
}

// MARK: Images

extension InputReader {
    /// The text in place of an image of the history that cannot be attached.
    private static let hiddenImage = "[An image was here; it cannot be shown to you.]"

    /// - Parameter pointer: The JSON pointer of the parts.
    private mutating func segments(_ parts: [InputPart], at pointer: String) -> [Transcript.Segment] {
        var room = imageLimits.maximumTotalBytes
        var count = 0
        return parts.enumerated().compactMap { index, part in
            switch part {
            case .text(let text): return .text(.init(content: text))
            case .image(let url, let detail):
                if let detail, detail != "auto" { hasImageDetail = true }
                count += 1
                do {
                    guard count <= imageLimits.maximumCount else {
                        throw ImageAttachmentError.tooMany(count: count, limit: imageLimits.maximumCount)
                    }
                    let image = try image(url)
                    room -= image.data?.count ?? 0
                    guard room >= 0 else {
                        throw ImageAttachmentError.tooLargeTogether(limit: imageLimits.maximumTotalBytes)
                    }
                    return .attachment(.init(content: .image(image)))
                } catch {
                    guard !isHistory else { return .text(.init(content: Self.hiddenImage)) }
                    // A native request has its images in a list of their own.
                    reject(dialect == .native ? "#/images/\(count - 1)" : "\(pointer)/\(index)", "\(error)")
                    return nil
                }
            }
        }
    }

    /// Returns the image of a URL: the bytes of a `data` URL, or an `https` URL unchanged, which only a provider opens.
    private func image(_ url: String) throws(ImageAttachmentError) -> Transcript.ImageAttachment {
        let scheme = String(decoding: url.utf8.prefix(16).prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        switch scheme.lowercased() {
        case "data": return try .init(dataURL: url, maximumBytes: imageLimits.maximumBytes)
        case "https":
            guard let address = URL(string: url), address.scheme?.lowercased() == "https",
                address.host()?.isEmpty == false
            else {
                throw .unsupportedURL(scheme: "https without a host")
            }
            return .init(imageURL: address)
        default: throw .unsupportedURL(scheme: scheme)
        }
    }
}
