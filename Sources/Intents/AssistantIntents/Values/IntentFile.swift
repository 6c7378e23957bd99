public import AssistantSchemas
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A file of an input or an output; its bytes are transferred apart from the call.
public struct IntentFile: IntentValue, Hashable {
    /// The bytes.
    public var data: Data
    /// The name with its extension.
    public var filename: String
    /// The media type, such as `image/jpeg`.
    public var contentType: String?

    /// Makes a file of bytes.
    public init(data: Data, filename: String, contentType: String? = nil) {
        self.data = data
        self.filename = filename
        self.contentType = contentType
    }

    /// Makes a file of the bytes at a path.
    ///
    /// - Throws: the error of the file system.
    public init(fileURL: URL, filename: String? = nil, contentType: String? = nil) throws {
        self.init(
            data: try Data(contentsOf: fileURL),
            filename: filename ?? fileURL.lastPathComponent,
            contentType: contentType
        )
    }

    /// `IntentFile`.
    public static var schemaType: SchemaType { .file }

    /// Downloads the file of `{"fileId", "filename", "contentType"}`.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> IntentFile {
        guard let id = json["fileId"]?.stringValue else { throw context.fault("a file with 'fileId'", not: json) }
        guard let files = context.files else {
            throw IntentError(
                .unavailable,
                "\(context.path) is a file, and the app's toolbox has no transport for files."
            )
        }
        return IntentFile(
            data: try await files.download(id),
            filename: json["filename"]?.stringValue ?? id,
            contentType: json["contentType"]?.stringValue
        )
    }

    /// Uploads the file and returns `{"fileId", "filename", "contentType", "size"}`.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        guard let files = context.files else {
            throw IntentError(.unavailable, "The output has a file, and the app's toolbox has no transport for files.")
        }
        var members: JSONObject = ["fileId": .string(try await files.upload(self)), "filename": .string(filename)]
        members["contentType"] = contentType.map { .string($0) }
        members["size"] = .integer(data.count)
        return .object(members)
    }
}

/// The transfer of the files of inputs and outputs between the app and the server.
public protocol IntentFileTransport: Sendable {
    /// Returns the bytes of a file of the server.
    func download(_ fileID: String) async throws -> Data

    /// Sends a file to the server and returns its identifier there.
    func upload(_ file: IntentFile) async throws -> String
}
