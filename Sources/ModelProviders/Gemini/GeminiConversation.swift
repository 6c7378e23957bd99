import LanguageModels
import StreamingJSON

/// A transcript as the contents that the interface takes: of the two sides in turn, each with its parts.
struct GeminiConversation {
    /// The instructions.
    private(set) var system = ""
    private let checksSignatures: Bool
    private var sides: [(role: String, parts: [JSONValue])] = []
    /// The images of outputs, which stand behind all outputs of a round, because responses must not be interrupted.
    private var outputImages: [JSONValue] = []

    /// - Parameter checksSignatures: Whether calls without a signature are refused.
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
            // What a model thought is in the signature; the words are for people.
            break
        case .response(let entry):
            add(text: entry.segments.text, signature: GeminiSignature.read(entry.metadata), to: "model")
        case .toolCalls(let calls):
            let signatures = calls.map { GeminiSignature.read($0.metadata) }
            for (index, call) in calls.enumerated() {
                var part: JSONObject = ["functionCall": Self.functionCall(call)]
                // Of calls made together only the first has a signature.
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

    /// A part more for the last side, or a side for it when that is the other one.
    private mutating func add(_ part: JSONValue, to role: String) {
        if sides.last?.role != role { sides.append((role, [])) }
        sides[sides.count - 1].parts.append(part)
    }

    /// A text without a character is not taken, and would say nothing.
    private mutating func add(text: String, signature: String? = nil, to role: String) {
        guard !text.isEmpty else { return }
        var part: JSONObject = ["text": .string(text)]
        if let signature { part["thoughtSignature"] = .string(signature) }
        add(.object(part), to: role)
    }

    private static func functionCall(_ call: Transcript.ToolCall) -> JSONValue {
        var arguments = call.arguments.jsonValue
        // Arguments that were not JSON are in the transcript as a text, but the interface takes objects only.
        if arguments.objectValue == nil { arguments = ["arguments": arguments] }
        return ["name": .string(call.toolName), "args": arguments, "id": .string(call.id)]
    }

    /// The output must be an object as well; the interface's own name for one that is a text is `output`.
    private static func functionResponse(_ output: Transcript.ToolOutput) -> JSONValue {
        let text = output.segments.captionedText
        let object = try? JSONValue(parsing: text)
        return [
            "name": .string(output.toolName), "id": .string(output.id),
            "response": object?.objectValue.map(JSONValue.object) ?? ["output": .string(text)],
        ]
    }
}
