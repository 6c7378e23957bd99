import LanguageModels
import StreamingJSON

/// A transcript as the contents that the interface accepts: the two roles alternate, and each content has parts.
struct GeminiConversation {
    /// The instructions.
    private(set) var system = ""
    private let checksSignatures: Bool
    private var sides: [(role: String, parts: [JSONValue])] = []
    /// The images of tool outputs.
    ///
    /// They follow all outputs of a round, because responses must not be interrupted.
    private var outputImages: [JSONValue] = []

    /// - Parameter checksSignatures: Whether the model refuses calls without a signature.
    init(_ transcript: Transcript, checksSignatures: Bool) {
        self.checksSignatures = checksSignatures
        for entry in transcript {
            if case .toolOutput = entry {} else { addOutputImages() }
            add(entry)
        }
        addOutputImages()
    }

    var contents: [JSONValue] {
        sides.map { ["role": .string($0.role), "parts": .array($0.parts)] }
    }

    private mutating func add(_ entry: Transcript.Entry) {
        switch entry {
        case .instructions(let entry):
            let text = entry.segments.text
            if !text.isEmpty { system += system.isEmpty ? text : "\n\n" + text }
        case .prompt(let entry):
            for part in entry.segments.contentParts {
                switch part {
                case .text(let text): add(text: text, to: "user")
                case .image(let image): add(Self.part(of: image), to: "user")
                }
            }
        case .reasoning:
            // The signature carries the model's thought; the text of the thought is for people.
            break
        case .response(let entry):
            add(text: entry.segments.text, signature: GeminiSignature.read(entry.metadata), to: "model")
        case .toolCalls(let calls):
            let signatures = calls.map { GeminiSignature.read($0.metadata) }
            for (index, call) in calls.enumerated() {
                var part: JSONObject = ["functionCall": Self.functionCall(call)]
                // Of calls that were made together only the first has a signature.
                let isUnsigned = checksSignatures && index == 0 && signatures.allSatisfy { $0 == nil }
                if let signature = signatures[index] ?? (isUnsigned ? GeminiSignature.ofOthers : nil) {
                    part["thoughtSignature"] = .string(signature)
                }
                add(.object(part), to: "model")
            }
        case .toolOutput(let output):
            add(["functionResponse": Self.functionResponse(output)], to: "user")
            outputImages += output.segments.images.map(Self.part)
        }
    }

    private mutating func addOutputImages() {
        for part in outputImages { add(part, to: "user") }
        outputImages = []
    }

    private static func part(of image: Transcript.ImageAttachment) -> JSONValue {
        let type = image.format?.mediaType ?? ""
        return ["inlineData": ["mimeType": .string(type), "data": .string(image.base64 ?? "")]]
    }

    /// Appends a part to the last content, or to a new content if the last one has the other role.
    private mutating func add(_ part: JSONValue, to role: String) {
        if sides.last?.role != role { sides.append((role, [])) }
        sides[sides.count - 1].parts.append(part)
    }

    /// Appends a text, unless it is empty: the interface refuses that.
    private mutating func add(text: String, signature: String? = nil, to role: String) {
        guard !text.isEmpty else { return }
        var part: JSONObject = ["text": .string(text)]
        if let signature { part["thoughtSignature"] = .string(signature) }
        add(.object(part), to: role)
    }

    private static func functionCall(_ call: Transcript.ToolCall) -> JSONValue {
        var arguments = call.arguments.jsonValue
        // Arguments that were not JSON are a text in the transcript, but the interface accepts objects only.
        if arguments.objectValue == nil { arguments = ["arguments": arguments] }
        return ["name": .string(call.toolName), "args": arguments, "id": .string(call.id)]
    }

    /// Returns a tool's output as an object, which the interface requires.
    ///
    /// `output` is the interface's name for a plain text.
    private static func functionResponse(_ output: Transcript.ToolOutput) -> JSONValue {
        let text = output.segments.captionedText
        let object = try? JSONValue(parsing: text)
        return [
            "name": .string(output.toolName), "id": .string(output.id),
            "response": object?.objectValue.map(JSONValue.object) ?? ["output": .string(text)],
        ]
    }
}
