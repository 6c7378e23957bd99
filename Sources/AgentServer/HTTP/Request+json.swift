import AgentWire
import HTTPTypes
import Hummingbird
import NIOCore
import StreamingJSON

extension Request {
    /// The path as a log or an answer may repeat it: cut to 200 bytes, without control characters.
    var shownPath: String { uri.path.excerpt(upTo: 200) }

    /// The largest body that is read where nothing else is said.
    static var maximumBodyBytes: Int { 1 << 20 }

    /// From this size on a body is read elsewhere than on the connection's event loop, which has others to serve.
    static var largeBodyBytes: Int { 64 << 10 }

    /// Reads the body as JSON and keeps it, so that the connection can still be watched for its end.
    ///
    /// - Throws: ``Problem`` when the body is too large, compressed, not said to be JSON, or not JSON.
    mutating func json(upTo limit: Int = maximumBodyBytes) async throws -> JSONValue {
        try await json(upTo: limit) { $0 }
    }

    /// Reads the body as ``json(upTo:)`` does, and makes something of it in the same place.
    ///
    /// - Throws: As ``json(upTo:)``; what `read` throws.
    mutating func json<Value: Sendable>(
        upTo limit: Int = maximumBodyBytes,
        _ read: @Sendable (JSONValue) throws -> Value
    ) async throws -> Value {
        if let length = headers[.contentLength].flatMap(Int.init), length > limit {
            throw Self.tooLarge(limit)
        }
        if let written = headers[.contentType] {
            let type = MediaType(written)
            guard type?.isJSON == true else {
                throw Problem(
                    .unsupportedMediaType,
                    detail: "send the body as 'Content-Type: application/json'"
                        + (type.map { ", not as '\($0.type)/\($0.subtype)'" } ?? "")
                )
            }
        }
        if let coding = headers[.contentEncoding]?.lowercased(), coding != "identity" { throw Self.isCompressed }
        let bytes = try await bytes(upTo: limit)
        guard bytes.readableBytes >= Self.largeBodyBytes else { return try read(Self.value(of: bytes)) }
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { try read(Self.value(of: bytes)) }
    }

    private static func value(of bytes: ByteBuffer) throws(Problem) -> JSONValue {
        // RFC 1952 §2.3.1: gzip that is not said to be it.
        if bytes.readableBytesView.starts(with: [0x1F, 0x8B]) { throw isCompressed }
        do {
            return try JSONValue(parsing: bytes.readableBytesView)
        } catch {
            throw Problem(.invalidJSON, detail: "\(error)")
        }
    }

    /// Reads the body as JSON where there is one; `nil` for an empty one.
    ///
    /// - Throws: As ``json()``.
    mutating func jsonIfAny() async throws -> JSONValue? {
        guard try await bytes(upTo: Self.maximumBodyBytes).readableBytes > 0 else { return Optional.none }
        return try await json()
    }

    private mutating func bytes(upTo limit: Int) async throws -> ByteBuffer {
        do {
            return try await collectBody(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Self.tooLarge(limit)
        }
    }

    private static let isCompressed = Problem(
        .unsupportedMediaType,
        detail:
            "the body is compressed, and only uncompressed bodies are read; send it as it is, without 'Content-Encoding'"
    )

    private static func tooLarge(_ limit: Int) -> Problem {
        Problem(
            .payloadTooLarge,
            detail: "the body is larger than \(limit) bytes, which is the most that is read"
        )
    }

    /// Whether the caller wants server-sent events.
    var acceptsEvents: Bool { AcceptedMediaTypes(headers[values: .accept]).names("text", "event-stream") }
}
