public import Foundation

extension Transcript {
    /// An image of a transcript: its bytes or its URL (27.0).
    public struct ImageAttachment: Sendable, Equatable {
        enum Source: Sendable, Equatable {
            case bytes(Data, ImageFormat, ImageSize?)
            /// A file named by the program itself; it is read before it is sent.
            case file(URL)
            /// Any other URL, or a URL from storage; never opened here.
            case reference(URL)
        }

        let source: Source
        /// The orientation of the image; `nil` if it is unknown.
        public let orientation: CGImagePropertyOrientation?

        init(source: Source, orientation: CGImagePropertyOrientation?) {
            self.source = source
            self.orientation = orientation
        }

        /// Makes an image from a file or an `https` URL.
        ///
        /// Files in a prompt are read when the prompt is sent. Files in a transcript that the program makes itself are
        /// not; see ``loaded(maximumBytes:)``.
        public init(imageURL: URL, orientation: CGImagePropertyOrientation? = nil) {
            self.init(source: imageURL.isFileURL ? .file(imageURL) : .reference(imageURL), orientation: orientation)
        }

        /// Makes an image from its bytes.
        ///
        /// - Parameter mediaType: The declared format, such as `image/png`; `nil` if none was declared.
        /// - Throws: ``ImageAttachmentError`` if the bytes are no image or their format is not the declared one.
        public init(
            imageData: Data,
            mediaType: String? = nil,
            orientation: CGImagePropertyOrientation? = nil
        ) throws(ImageAttachmentError) {
            guard let format = ImageFormat(signatureOf: imageData) else { throw .unknownFormat }
            if let mediaType, ImageFormat(mediaType: mediaType) != format {
                throw .typeMismatch(declared: mediaType, found: format)
            }
            let size = ImageSize(of: imageData, format: format)
            self.init(source: .bytes(imageData, format, size), orientation: orientation)
        }

        /// The bytes; `nil` if only a URL is known.
        public var data: Data? { if case .bytes(let data, _, _) = source { data } else { nil } }

        /// The format; `nil` if only a URL is known.
        public var format: ImageFormat? { if case .bytes(_, let format, _) = source { format } else { nil } }

        /// The URL; `nil` for bytes, including those read from a file.
        public var url: URL? {
            switch source {
            case .bytes: nil
            case .file(let url), .reference(let url): url
            }
        }

        /// The number of pixels according to the header; `nil` if it is unknown.
        var pixelCount: Int? {
            guard case .bytes(_, _, let size?) = source else { return nil }
            let (count, isTooMany) = size.width.multipliedReportingOverflow(by: size.height)
            return isTooMany ? .max : count
        }
    }
}

// MARK: - Loading

extension Transcript.ImageAttachment {
    /// Returns the image with its bytes loaded from a file or a `data` URL; unchanged for an `http` or `https` URL.
    ///
    /// - Throws: ``ImageAttachmentError`` if there are too many bytes, the file cannot be read, or the bytes are no
    ///   image.
    @concurrent
    public func loaded(maximumBytes: Int = ImageLimits().maximumBytes) async throws -> Self {
        switch source {
        case .bytes(let data, _, _):
            guard data.count <= maximumBytes else { throw ImageAttachmentError.tooLarge(limit: maximumBytes) }
            return self
        case .file(let url):
            let data = try Self.read(url, maximumBytes: maximumBytes)
            return try Self(imageData: data, orientation: orientation)
        case .reference(let url):
            switch url.scheme?.lowercased() {
            case "http", "https": return self
            case "data":
                return try Self(dataURL: url.absoluteString, maximumBytes: maximumBytes, orientation: orientation)
            case let scheme: throw ImageAttachmentError.unsupportedURL(scheme: scheme ?? "none")
            }
        }
    }

    private static func read(_ url: URL, maximumBytes: Int) throws -> Data {
        let name = url.lastPathComponent
        // Links are resolved first, because the attributes would be those of the link. The type is checked because
        // opening a pipe would wait for its writer.
        let file = url.resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let handle = try? FileHandle(forReadingFrom: file)
        else {
            throw ImageAttachmentError.unreadableFile(name: name)
        }
        defer { try? handle.close() }
        // The file may grow after the check, so the limit applies to the read.
        guard let data = try? handle.read(upToCount: max(0, min(maximumBytes, .max - 1)) + 1) else {
            throw ImageAttachmentError.unreadableFile(name: name)
        }
        guard data.count <= maximumBytes else { throw ImageAttachmentError.tooLarge(limit: maximumBytes) }
        return data
    }

    /// Makes an image from the base64 bytes in a `data` URL.
    ///
    /// - Throws: ``ImageAttachmentError`` if there are too many bytes or they are no image.
    package init(
        dataURL url: String,
        maximumBytes: Int,
        orientation: CGImagePropertyOrientation? = nil
    ) throws(ImageAttachmentError) {
        let text = url.utf8.dropFirst("data:".utf8.count)
        let type = text.prefix { $0 != UInt8(ascii: ",") }
        let encoded = text.dropFirst(type.count + 1)
        // Four characters encode three bytes; too long a text is refused before it is decoded.
        guard encoded.count / 4 <= maximumBytes / 3 + 1 else { throw .tooLarge(limit: maximumBytes) }
        let words = String(decoding: type, as: UTF8.self)
        guard words.lowercased().hasSuffix(";base64"), let data = Data(base64Encoded: Data(encoded)) else {
            throw .unknownFormat
        }
        guard data.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
        let mediaType = String(words.prefix { $0 != ";" })
        try self.init(imageData: data, mediaType: mediaType.isEmpty ? nil : mediaType, orientation: orientation)
    }
}

extension Transcript.ImageAttachment: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The format and the number of bytes, or the kind of URL; without the bytes.
    public var description: String {
        switch source {
        case .bytes(let data, let format, _): "\(format.mediaType), \(data.count) bytes"
        case .file: "a file that was not read yet"
        case .reference(let url): "\(url.scheme?.lowercased() ?? "no") URL"
        }
    }

    /// The format and the number of bytes, or the kind of URL; without the bytes.
    public var debugDescription: String { description }

    /// A mirror with only the description, so that `dump` prints no bytes.
    public var customMirror: Mirror { Mirror(self, children: ["image": description]) }
}
