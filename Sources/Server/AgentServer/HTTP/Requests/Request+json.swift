import Accounts
import AgentWire
import Glibc
import HTTPTypes
import Hummingbird
import LongWork
import NIOCore
import StreamingJSON

extension Request {
    /// The path for logs and responses: at most 200 bytes, without control characters.
    var shownPath: String { uri.path.excerpt(upTo: 200) }

    /// The maximum size of a body without images, in bytes.
    static var maximumBodyBytes: Int { 1 << 20 }

    /// The size from which a body is parsed as long work, because other connections need the event loop.
    static var largeBodyBytes: Int { 64 << 10 }

    /// Reads the body as JSON and keeps it, so that the connection can still be watched for its end.
    ///
    /// - Throws: ``Problem`` if the body is too large, compressed, of another media type, or not JSON.
    mutating func json(upTo limit: Int = maximumBodyBytes) async throws -> JSONValue {
        try await json(upTo: limit) { $0 }
    }

    /// Reads the body like ``json(upTo:)``, and converts it on the same thread.
    ///
    /// - Parameter options: The options of the JSON parser.
    /// - Throws: As ``json(upTo:)``; also the errors of `read`.
    mutating func json<Value: Sendable>(
        upTo limit: Int = maximumBodyBytes,
        with options: JSONParseOptions = JSONParseOptions(),
        in place: BodyRoom.Place? = nil,
        _ read: @Sendable (JSONValue) throws -> Value
    ) async throws -> Value {
        if let length = contentLength, length > limit { throw Self.tooLarge(limit) }
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
        let bytes = try await bytes(upTo: limit, in: place)
        if place != nil, bytes.readableBytes > Self.maximumBodyBytes {
            // Values cost many times their text, so that a body of small ones is refused before they are made.
            guard Self.hasMostlyLongStrings(bytes.readableBytesView) else { throw Self.hasMuchText }
        }
        guard bytes.readableBytes >= Self.largeBodyBytes else { return try read(Self.value(of: bytes, options)) }
        return try await withTaskExecutorPreference(LongWork.executor) {
            try read(Self.value(of: bytes, options))
        }
    }

    /// Reads a body with texts and images for a model as JSON, up to the room's limit, and converts it on the same thread.
    ///
    /// A large body is not kept, because its bytes are as many as the value's. Its texts are no longer than those of other bodies, because
    /// a text costs more than an image of the same size.
    ///
    /// - Parameter images: Returns the input with the images.
    /// - Returns: The value, and the place of the body, which is released when the turn has started.
    /// - Throws: As ``json(upTo:)``; also the errors of `read`; and ``Problem`` if there is no room.
    mutating func json<Value: Sendable>(
        in room: BodyRoom,
        for client: Principal,
        images: (Value) -> [InputItem],
        _ read: @Sendable (JSONValue) throws -> Value
    ) async throws -> (Value, BodyRoom.Place) {
        let place = room.place(for: client.owner, expecting: contentLength)
        let value = try await json(upTo: room.limit, with: Self.texts, in: place, read)
        guard place.count <= Self.maximumBodyBytes || place.count - images(value).imageBytes <= Self.maximumBodyBytes
        else { throw Self.hasMuchText }
        return (value, place)
    }

    /// Whether a JSON text has no more than the usual size beside its long strings, which images are.
    static func hasMostlyLongStrings(_ text: ByteBufferView) -> Bool {
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        return text.withUnsafeBytes { text in
            guard let base = text.baseAddress else { return true }
            var (index, others) = (0, 0)
            while index < text.count, others <= maximumBodyBytes {
                others += 1
                guard text[index] == quote else {
                    index += 1
                    continue
                }
                let start = index + 1
                var isEscaped = false
                repeat {
                    index += 1
                    guard let found = memchr(base + index, Int32(quote), text.count - index) else {
                        return true
                    }
                    index = UnsafeRawPointer(found) - base
                    let before = text[start..<index].reversed().prefix { $0 == backslash }.count
                    isEscaped = before % 2 == 1
                } while isEscaped
                index += 1
                if index - start < shortestImage { others += index - start }
            }
            return others <= maximumBodyBytes
        }
    }

    /// The bytes of a string that may be an image; shorter ones count as text before the body is read.
    private static let shortestImage = 1024

    /// Whether the request has a body, which may still be empty if its length is not declared.
    var hasBody: Bool { contentLength.map { $0 > 0 } ?? (headers[.transferEncoding] != nil) }

    private var contentLength: Int? { headers[.contentLength].flatMap { Int($0) } }

    /// The options for bodies with texts for a model.
    ///
    /// A client that has cut a text inside an emoji sends half of it in each request of the conversation, and a model reads the rest.
    static var texts: JSONParseOptions { JSONParseOptions(loneSurrogates: .replace) }

    private static func value(of bytes: ByteBuffer, _ options: JSONParseOptions) throws(Problem) -> JSONValue {
        // RFC 1952 §2.3.1: the body is gzip, although the header does not declare it.
        if bytes.readableBytesView.starts(with: [0x1F, 0x8B]) { throw isCompressed }
        do {
            return try JSONValue(parsing: bytes.readableBytesView, options: options)
        } catch {
            throw Problem(.invalidJSON, detail: "\(error)")
        }
    }

    /// Reads the body of an administrator as JSON; `nil` if it is empty.
    ///
    /// Settings with two values for one name are refused, because nobody can say which was meant.
    /// - Throws: As ``json()``.
    mutating func jsonIfAny() async throws -> JSONValue? {
        guard try await bytes(upTo: Self.maximumBodyBytes, in: nil).readableBytes > 0 else { return Optional.none }
        let value: JSONValue = try await json(with: JSONParseOptions(repeatedNames: .refuse)) { $0 }
        return value
    }

    private mutating func bytes(upTo limit: Int, in place: BodyRoom.Place?) async throws -> ByteBuffer {
        guard let place else {
            do {
                return try await collectBody(upTo: limit)
            } catch is NIOTooManyBytesError {
                throw Self.tooLarge(limit)
            }
        }
        var bytes = ByteBuffer()
        if let contentLength {
            try place.cover(contentLength)
            bytes.reserveCapacity(contentLength)
        }
        for try await piece in body {
            let count = bytes.readableBytes + piece.readableBytes
            guard count <= limit else { throw Self.tooLarge(limit) }
            try place.cover(count)
            bytes.writeImmutableBuffer(piece)
        }
        body = RequestBody(buffer: ByteBuffer())
        return bytes
    }

    private static let hasMuchText = Problem(
        .payloadTooLarge,
        detail: "the body has more than \(maximumBodyBytes) bytes beside its images; send less text"
    )

    private static let isCompressed = Problem(
        .unsupportedMediaType,
        detail:
            "the body is compressed, but the server only reads uncompressed bodies; send it without 'Content-Encoding'"
    )

    private static func tooLarge(_ limit: Int) -> Problem {
        Problem(
            .payloadTooLarge,
            detail: "the body is larger than the limit of \(limit) bytes; send a smaller one"
        )
    }

    /// Whether the caller accepts server-sent events.
    var acceptsEvents: Bool { AcceptedMediaTypes(headers[values: .accept]).names("text", "event-stream") }
}
