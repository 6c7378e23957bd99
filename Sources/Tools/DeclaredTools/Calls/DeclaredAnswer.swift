import AgentTools
import StreamSafeText
import StreamingJSON
import Transport

/// An answer of an API, read as its form says.
struct DeclaredAnswer: Sendable {
    /// The content of an answer.
    enum Content: Sendable {
        /// A value that queries apply to.
        case value(JSONValue)
        /// Bytes for the app.
        case file
        /// No content, such as of status 204.
        case nothing
        /// Something else than was expected, such as the page of a gateway.
        case unreadable
    }

    /// The status.
    let status: Int
    /// The header fields.
    let headers: HTTPHeaders
    /// The address that answered.
    let url: String
    /// The media type in lower case, without parameters.
    let mediaType: String
    /// The body.
    let bytes: [UInt8]
    /// The content.
    let content: Content

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - form: The declared form; `nil` to go by the media type.
    ///   - echo: The secrets that no text may contain; the bytes have them only in forms that are decoded here.
    init(
        status: Int,
        headers: HTTPHeaders,
        url: String,
        bytes: [UInt8],
        form: AnswerForm?,
        without echo: SecretEcho? = nil
    ) {
        (self.status, self.headers, self.url, self.bytes) = (status, headers, url, bytes)
        let type = headers["Content-Type"]?.prefix { $0 != ";" } ?? ""
        mediaType = String(type.split(separator: " ").first ?? "").lowercased()
        let content = Self.content(bytes, mediaType, form)
        // Texts are joined here that the search of the bytes sees apart, such as those around a comment of XML.
        if let echo, case .value(let value) = content {
            self.content = .value(echo.removing(from: value))
        } else {
            self.content = content
        }
    }

    /// The value; `nil` for another content.
    var value: JSONValue? { if case .value(let value) = content { value } else { nil } }

    private static func content(_ bytes: [UInt8], _ mediaType: String, _ declared: AnswerForm?) -> Content {
        guard let first = bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return .nothing }
        guard let form = declared ?? AnswerForm(mediaType: mediaType, first: first) else { return .unreadable }
        switch form {
        case .json: return (try? JSONValue(parsing: bytes)).map(Content.value) ?? .unreadable
        case .xml: return (try? JSONValue(xml: bytes)).map(Content.value) ?? .unreadable
        case .csv: return (try? JSONValue(csv: bytes)).map(Content.value) ?? .unreadable
        case .text: return .value(.string(String(streamSafe: bytes[...])))
        case .binary: return .file
        }
    }
}
