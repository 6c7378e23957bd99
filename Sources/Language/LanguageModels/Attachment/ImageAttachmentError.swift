public import Foundation

/// The reason why an image cannot be attached.
public enum ImageAttachmentError: Error, Sendable, Hashable {
    /// The bytes have the signature of no accepted format.
    case unknownFormat
    /// The bytes have another format than the declared one.
    case typeMismatch(declared: String, found: ImageFormat)
    /// The image exceeds the limit of bytes.
    case tooLarge(limit: Int)
    /// The images of a prompt or an output exceed the limit of bytes together.
    case tooLargeTogether(limit: Int)
    /// A prompt or an output exceeds the limit of images.
    case tooMany(count: Int, limit: Int)
    /// The file is missing, is no regular file, or is not readable.
    case unreadableFile(name: String)
    /// The URL has a scheme that cannot hold an image here.
    case unsupportedURL(scheme: String)
}

extension ImageAttachmentError: LocalizedError, CustomStringConvertible {
    /// The description of the error, with what to do.
    public var description: String {
        let formats = "PNG, JPEG, GIF or WebP"
        return switch self {
        case .unknownFormat: "The bytes are no image that a model accepts. Attach a \(formats) image."
        case .typeMismatch(let declared, let found):
            "The image was declared as \(declared), but its bytes are \(found.mediaType). Correct the type or leave it out."
        case .tooLarge(let limit):
            "The image has more than \(limit) bytes. Attach a smaller one."
        case .tooLargeTogether(let limit):
            "The images have more than \(limit) bytes together. Attach fewer."
        case .tooMany(let count, let limit):
            "There are \(count) images, and \(limit) are allowed. Attach fewer."
        case .unreadableFile(let name):
            "The image file \(name) cannot be read. Check that it is a regular file and that the program may read it."
        case .unsupportedURL(let scheme):
            "A URL of the kind \(scheme) holds no image. Attach a file URL, an https URL or the bytes."
        }
    }

    /// The description of the error, with what to do.
    public var errorDescription: String? { description }

    /// The remedy for the program that makes the session; the description has that for the one who attaches the image.
    public var recoverySuggestion: String? {
        switch self {
        case .tooLarge, .tooLargeTogether, .tooMany: "Raise imageLimits in the session's configuration."
        case .unknownFormat, .typeMismatch, .unreadableFile, .unsupportedURL: nil
        }
    }
}
