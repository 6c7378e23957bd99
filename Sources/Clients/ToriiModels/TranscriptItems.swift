#if canImport(FoundationModels)
import FoundationModels
#else
import LanguageModels
#endif
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import StreamingJSON
import ToriiClient

/// The entries of a transcript as items of a Responses request.
@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
enum TranscriptItems {
    /// Returns the items of entries, without instructions, which are sent in a field of their own, and without reasoning.
    ///
    /// - Throws: `LanguageModelError` for an image that cannot be sent.
    static func items(of entries: some Sequence<Transcript.Entry>) throws(LanguageModelError) -> [JSONValue] {
        var items: [JSONValue] = []
        for entry in entries { items += try self.items(of: entry) }
        return items
    }

    /// Returns the text of all instructions; `nil` if there are none.
    static func instructions(of entries: some Sequence<Transcript.Entry>) -> String? {
        let texts = entries.compactMap { entry -> String? in
            guard case .instructions(let entry) = entry else { return nil }
            let text = text(of: entry.segments)
            return text.isEmpty ? nil : text
        }
        return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
    }

    private static func items(of entry: Transcript.Entry) throws(LanguageModelError) -> [JSONValue] {
        switch entry {
        case .instructions, .reasoning: return []
        case .prompt(let prompt):
            return [["type": "message", "role": "user", "content": .array(try parts(of: prompt.segments, in: entry))]]
        case .response(let response):
            let text = text(of: response.segments)
            let content: JSONValue = [["type": "output_text", "text": .string(text)]]
            return text.isEmpty ? [] : [["type": "message", "role": "assistant", "content": content]]
        case .toolCalls(let calls):
            return calls.map { call in
                [
                    "type": "function_call", "call_id": .string(call.id), "name": .string(call.toolName),
                    "arguments": .string(call.arguments.jsonString),
                ]
            }
        case .toolOutput(let output):
            return [
                [
                    "type": "function_call_output", "call_id": .string(output.id),
                    "output": .string(text(of: output.segments)),
                ]
            ]
        #if canImport(FoundationModels)
        @unknown default:
            throw .unsupportedTranscriptContent(
                .init(unsupportedContent: [entry], debugDescription: "Torii does not accept this kind of entry.")
            )
        #endif
        }
    }

    /// The text of segments as a model reads it: prose unchanged, structured content as JSON.
    static func text(of segments: [Transcript.Segment]) -> String {
        segments.compactMap { segment in
            switch segment {
            case .text(let text): text.content
            case .structure(let structure): structure.content.jsonString
            default: nil
            }
        }
        .joined(separator: "\n")
    }

    private static func parts(
        of segments: [Transcript.Segment],
        in entry: Transcript.Entry
    ) throws(LanguageModelError) -> [JSONValue] {
        var parts: [JSONValue] = []
        for segment in segments {
            switch segment {
            case .text(let text): parts.append(["type": "input_text", "text": .string(text.content)])
            case .structure(let structure):
                parts.append(["type": "input_text", "text": .string(structure.content.jsonString)])
            case .attachment(let attachment):
                guard let url = imageURL(of: attachment) else {
                    let advice = "Attach the bytes of the image, or an https URL."
                    throw .unsupportedTranscriptContent(
                        .init(unsupportedContent: [entry], debugDescription: "The image cannot be sent. \(advice)")
                    )
                }
                if let label = attachment.label { parts.append(["type": "input_text", "text": .string(label)]) }
                parts.append(["type": "input_image", "detail": "auto", "image_url": .string(url)])
            #if canImport(FoundationModels)
            @unknown default:
                throw .unsupportedTranscriptContent(
                    .init(unsupportedContent: [entry], debugDescription: "Torii does not accept this kind of segment.")
                )
            #endif
            }
        }
        return parts.isEmpty ? [["type": "input_text", "text": ""]] : parts
    }

    /// Returns the URL of an image: its own, or one with the bytes; `nil` for an image without either.
    private static func imageURL(of attachment: Transcript.AttachmentSegment) -> String? {
        #if canImport(FoundationModels)
        // Apple's images are decoded pictures of Core Graphics, whose bytes are not those of a file.
        nil
        #else
        let image = attachment.content.image
        if let format = image.format, let data = image.data {
            return "data:\(format.mediaType);base64,\(data.base64EncodedString())"
        }
        guard let url = image.url, ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
        return url.absoluteString
        #endif
    }
}
