public import FoundationEssentials

/// An image format that models accept, recognized by the first bytes of the image.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
    /// Portable Network Graphics.
    case png
    /// JPEG.
    case jpeg
    /// Graphics Interchange Format.
    case gif
    /// WebP.
    case webp

    /// The media type, such as `image/png`.
    public var mediaType: String { "image/\(rawValue)" }

    /// Makes a format from its media type; `nil` for any other type.
    ///
    /// Upper case, parameters such as `; charset=…` and the common misnomer `image/jpg` are accepted.
    public init?(mediaType: String) {
        let name = mediaType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        guard name != "image/jpg" else {
            self = .jpeg
            return
        }
        guard let format = Self.allCases.first(where: { $0.mediaType == name }) else { return nil }
        self = format
    }

    /// Makes a format from an image's signature; `nil` if it is none of these formats.
    public init?(signatureOf data: Data) {
        let start = Array(data.prefix(12))
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if start.count == 12, start.starts(with: "RIFF".utf8), start[8...].elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }
}
