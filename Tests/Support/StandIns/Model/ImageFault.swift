import FoundationEssentials
import StreamingJSON

/// Finds images that an upstream refuses.
enum ImageFault {
    private static let signatures: [(type: String, bytes: [UInt8])] = [
        ("image/png", [0x89, 0x50, 0x4E, 0x47]), ("image/jpeg", [0xFF, 0xD8, 0xFF]), ("image/gif", Array("GIF8".utf8)),
        ("image/webp", Array("RIFF".utf8)),
    ]

    /// Returns the reason why an upstream refuses base64 text as an image of this type; `nil` if it accepts it.
    static func of(base64: JSONValue?, type: String?, types: [String] = signatures.map(\.type)) -> String? {
        guard let type, types.contains(type) else { return "unsupported media type '\(type ?? "")'" }
        guard let text = base64?.stringValue, let data = Data(base64Encoded: text), !data.isEmpty else {
            return "invalid base64 data"
        }
        guard let signature = signatures.first(where: { $0.type == type })?.bytes, data.starts(with: signature) else {
            return "the image does not match the provided media type \(type)"
        }
        return nil
    }

    /// Returns the reason why an upstream refuses the URL of an image; `nil` if it accepts it.
    static func of(url: JSONValue?) -> String? {
        guard let url = url?.stringValue else { return "the image has no URL" }
        if url.hasPrefix("https://") || url.hasPrefix("http://") { return nil }
        let parts = url.split(separator: ",", maxSplits: 1)
        guard parts.count == 2, parts[0].hasPrefix("data:"), parts[0].hasSuffix(";base64") else {
            return "expected a base64-encoded data URL"
        }
        return of(base64: .string(String(parts[1])), type: String(parts[0].dropFirst(5).dropLast(7)))
    }
}
