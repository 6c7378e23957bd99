public import Foundation

extension Transcript {
    /// An image of a transcript: its bytes, or where they are (27.0).
    public struct ImageAttachment: Sendable, Equatable {
        enum Source: Sendable, Equatable {
            case bytes(Data, ImageFormat, ImageSize?)
            /// A file that the program itself has named; it is read before it is sent.
            case file(URL)
            /// Any other URL, and one that was stored; never opened here.
            case reference(URL)
        }

        let source: Source
        /// The position of the image; `nil` if it is not known.
        public let orientation: CGImagePropertyOrientation?

        init(source: Source, orientation: CGImagePropertyOrientation?) {
            self.source = source
            self.orientation = orientation
        }

        /// Makes an image of a file or an `https` URL.
        ///
        /// A prompt's files are read when it is sent. A file in a transcript that the program makes itself is not: see
        /// ``loaded(maximumBytes:)``.
        public init(imageURL: URL, orientation: CGImagePropertyOrientation? = nil) {
            self.init(source: imageURL.isFileURL ? .file(imageURL) : .reference(imageURL), orientation: orientation)
        }

        /// Makes an image of its bytes.
        ///
        /// - Parameter mediaType: The format as it was declared, such as `image/png`; `nil` if nobody did.
        /// - Throws: ``ImageAttachmentError`` when the bytes are no image or of another format than declared.
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

        /// The bytes; `nil` while only a URL is known.
        public var data: Data? { if case .bytes(let data, _, _) = source { data } else { nil } }

        /// The format; `nil` while only a URL is known.
        public var format: ImageFormat? { if case .bytes(_, let format, _) = source { format } else { nil } }

        /// The URL; `nil` for bytes, also for those that were read from a file.
        public var url: URL? {
            switch source {
            case .bytes: nil
            case .file(let url), .reference(let url): url
            }
        }

        /// The number of pixels as the header says; `nil` if that is not known.
        var pixelCount: Int? {
            guard case .bytes(_, _, let size?) = source else { return nil }
            let (count, isTooMany) = size.width.multipliedReportingOverflow(by: size.height)
            return isTooMany ? .max : count
        }
    }
}

// MARK: - Loading

extension Transcript.ImageAttachment {
    /// The image with its bytes in place of a file or a `data` URL; as it is for an `http` or `https` URL.
    ///
    /// - Throws: ``ImageAttachmentError`` when there are too many bytes, the file cannot be read, or the bytes are no image.
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
        // Links are followed first, because the attributes would be those of the link. Opening a pipe would wait for its writer.
        let file = url.resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let handle = try? FileHandle(forReadingFrom: file)
        else {
            throw ImageAttachmentError.unreadableFile(name: name)
        }
        defer { try? handle.close() }
        // The size may change meanwhile, so the limit is on what is read.
        guard let data = try? handle.read(upToCount: max(0, min(maximumBytes, .max - 1)) + 1) else {
            throw ImageAttachmentError.unreadableFile(name: name)
        }
        guard data.count <= maximumBytes else { throw ImageAttachmentError.tooLarge(limit: maximumBytes) }
        return data
    }

    /// Makes an image of the text of a `data` URL, whose bytes are in base64.
    ///
    /// - Throws: ``ImageAttachmentError`` when there are too many bytes, or they are no image.
    package init(
        dataURL url: String,
        maximumBytes: Int,
        orientation: CGImagePropertyOrientation? = nil
    ) throws(ImageAttachmentError) {
        let text = url.utf8.dropFirst("data:".utf8.count)
        let type = text.prefix { $0 != UInt8(ascii: ",") }
        let encoded = text.dropFirst(type.count + 1)
        // Four characters hold three bytes; refused before they are decoded.
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
    /// The format and the number of bytes, or the kind of URL; never the bytes.
    public var description: String {
        switch source {
        case .bytes(let data, let format, _): "\(format.mediaType), \(data.count) bytes"
        case .file: "a file that was not read yet"
        case .reference(let url): "\(url.scheme?.lowercased() ?? "no") URL"
        }
    }

    /// The format and the number of bytes, or the kind of URL; never the bytes.
    public var debugDescription: String { description }

    /// Nothing more than the description, so that `dump` shows no bytes.
    public var customMirror: Mirror { Mirror(self, children: ["image": description]) }
}
