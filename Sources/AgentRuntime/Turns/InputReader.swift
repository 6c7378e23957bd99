import AgentWire
import Foundation
import LanguageModels
import ModelProviders
import StreamingJSON

/// Reads the items of a request's input, in order, into the entries of a transcript.
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
    private var last: Last?
    private var lastPrompt: (position: Int, pointer: String)?

    private let dialect: TurnRequest.Dialect

    init(_ dialect: TurnRequest.Dialect, imageLimits: ImageLimits) {
        (self.dialect, self.imageLimits) = (dialect, imageLimits)
    }

    /// Adds a fault.
    mutating func reject(_ pointer: String, _ detail: String) {
        faults.append(.init(pointer: pointer, detail: detail))
    }

    /// Reads an item, and records its faults with its place.
    mutating func read(_ item: InputItem, at pointer: String) {
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
            guard let lastPrompt, case .prompt(var prompt) = entries[lastPrompt.position] else {
                reject(pointer, "has calls and their outputs, but no message of the user before them")
                return nil
            }
            // A resumed session uses the options of its last prompt.
            prompt.options = options
            prompt.contextOptions = contextOptions
            prompt.responseFormat = format
            entries[lastPrompt.position] = .prompt(prompt)
            guard let outputs = flushRound() else { return nil }
            return .outputs(outputs.map(ToolResolution.output))
        case .call:
            closeRound()
            return nil
        case .answer:
            reject(pointer, "ends with a message of the assistant; it must end with the user's, or with tool outputs")
            return nil
        case nil:
            reject(pointer, "has no message of the user; it must end with one, or with tool outputs")
            return nil
        }
    }

    /// Ends an input that is stored without a turn, and returns the entries of all its items.
    mutating func finishWithoutTurn() -> [Transcript.Entry] {
        closeRound()
        return entries
    }

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
        // Text between calls and their outputs belongs to the round of the calls.
        if round?.isAnswered == true { closeRound() }
        if round == nil { last = .answer }
        let texts = parts.compactMap(\.text).filter { !$0.isEmpty }
        guard !texts.isEmpty else { return }
        entries.append(.response(.init(segments: texts.map { .text(.init(content: $0)) })))
    }

    private mutating func readReasoning(_ thought: InputReasoning) {
        // Reasoning between calls and their outputs belongs to the round of the calls.
        if round?.isAnswered == true { closeRound() }
        let segments: [Transcript.Segment] = thought.text.isEmpty ? [] : [.text(.init(content: thought.text))]
        let sealed = thought.seal.map { SealedReasoning.signature(of: $0, isRedacted: thought.isRedacted) }
        entries.append(
            .reasoning(
                .init(metadata: sealed?.metadata ?? [:], segments: segments, signature: sealed?.signature)
            )
        )
    }

    private mutating func readCall(_ id: String, _ name: String, _ arguments: String, at pointer: String) {
        if round?.isAnswered == true { closeRound() }
        last = .call
        if id.isEmpty { reject("\(pointer)/id", "a call must have an id") }
        if name.isEmpty { reject("\(pointer)/name", "a call must have the name of its tool") }
        if round?.positions[id] != nil { return reject("\(pointer)/id", "two calls of one round have this id") }
        var content = GeneratedContent(jsonValue: [:])
        // Some models call a tool without arguments with an empty text.
        if !arguments.isEmpty {
            // A client returns the arguments that it received, which may be invalid JSON: the model made a mistake, and the output may
            // explain it.
            content = GeneratedContent(jsonValue: (try? JSONValue(parsing: arguments)) ?? .string(arguments))
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
        guard let position = round?.positions[call], let name = round?.calls[position].call.toolName else {
            return reject(callPlace, "answers no call of the round before it; an output must follow its call")
        }
        guard round?.calls[position].output == nil else {
            return reject(callPlace, "answers a call that has an output already")
        }
        let segments = segments(parts, at: "\(pointer)/\(dialect.outputMember)")
        round?.calls[position].output = .init(id: call, toolName: name, segments: segments)
        round?.openCount -= 1
    }

    /// Adds the round's calls and outputs to the entries.
    private mutating func closeRound() {
        guard let outputs = flushRound() else { return }
        entries += outputs.map { .toolOutput($0) }
    }

    /// Adds the round's calls to the entries.
    ///
    /// - Returns: Their outputs, in the order of the calls; `nil` without a round.
    private mutating func flushRound() -> [Transcript.ToolOutput]? {
        guard let open = round else { return nil }
        round = nil
        for call in open.calls where call.output == nil {
            reject(call.pointer, "the call has no output; send one for each call of a round, after the calls")
        }
        entries.append(.toolCalls(.init(open.calls.map(\.call))))
        return open.calls.compactMap(\.output)
    }
}

// MARK: Images

extension InputReader {
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
                    reject("\(pointer)/\(index)", "\(error)")
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
