import Foundation
import StreamingJSON

/// The stored form of an attachment: `{"id", "label"?, "image": {"version": 1, "type", "data"}}`, or with `url` in place of the two.
extension Transcript.AttachmentSegment {
    /// The version that is written; a reader refuses later versions with an error instead of losing unknown fields.
    private static let version = 1

    var jsonValue: JSONValue {
        let image = content.image
        var stored: JSONObject = ["version": .integer(Self.version)]
        if let data = image.data, let format = image.format {
            stored["type"] = .string(format.mediaType)
            stored["data"] = .string(data.base64EncodedString())
        }
        if let url = image.url { stored["url"] = .string(url.absoluteString) }
        if let orientation = image.orientation { stored["orientation"] = .integer(Int(orientation.rawValue)) }
        var object: JSONObject = ["id": .string(id)]
        if let label { object["label"] = .string(label) }
        object["image"] = .object(stored)
        return .object(object)
    }

    /// Reads the stored form.
    ///
    /// - Throws: ``GeneratedContent/ParsingError``, without the bytes.
    init(id: String, label: String?, storedImage image: JSONValue) throws {
        func fault(_ sentence: String) -> GeneratedContent.ParsingError {
            GeneratedContent.ParsingError(rawContent: "", debugDescription: sentence)
        }
        guard let version = image["version"]?.intValue, version <= Self.version else {
            throw fault("a stored image is of a later version of this program; read it with that one")
        }
        let orientation = image["orientation"]?.intValue
            .flatMap { UInt32(exactly: $0) }.flatMap(CGImagePropertyOrientation.init(rawValue:))
        let attachment: Transcript.ImageAttachment
        if let text = image["url"]?.stringValue {
            guard let url = URL(string: text) else { throw fault("the URL of a stored image cannot be read") }
            // Stored data must not name files to read, so the URL is only a reference.
            attachment = .init(source: .reference(url), orientation: orientation)
        } else {
            guard let text = image["data"]?.stringValue, let data = Data(base64Encoded: text) else {
                throw fault("the bytes of a stored image are not base64")
            }
            do {
                attachment = try .init(
                    imageData: data,
                    mediaType: image["type"]?.stringValue,
                    orientation: orientation
                )
            } catch {
                throw fault("a stored image cannot be read: \(error)")
            }
        }
        self.init(id: id, content: .image(attachment), label: label)
    }
}
