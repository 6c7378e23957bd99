public import StreamingJSON

/// A stand-in's answer: a status, header fields, and a body in one piece or in paced pieces.
public struct StandInReply: Sendable {
    /// The way in which the length of the body is transmitted.
    public enum Framing: Sendable {
        /// `Content-Length`, with the sum of all pieces.
        case contentLength
        /// `Transfer-Encoding: chunked`, with one chunk a piece.
        case chunked
        /// None: the body ends with the connection (HTTP/1.0).
        case untilClose
    }

    /// A part of the body that is written and flushed separately.
    public struct Piece: Sendable {
        /// The event that precedes the writing of the piece.
        public enum Cue: Sendable {
            /// Nothing.
            case none
            /// A pause, for pacing.
            case pause(Duration)
            /// A gate that a test opens.
            case gate(StandInGate)
        }

        /// The bytes; an empty piece is only a wait.
        public var bytes: [UInt8]
        /// The event that precedes the writing.
        public var cue: Cue

        /// Makes a piece.
        public init(_ bytes: [UInt8], after cue: Cue = .none) {
            self.bytes = bytes
            self.cue = cue
        }

        /// Makes a piece of text.
        public init(_ text: String, after cue: Cue = .none) { self.init([UInt8](text.utf8), after: cue) }
    }

    /// The status code.
    public var status: Int
    /// The header fields, in order, besides those of the framing.
    public var headers: [(name: String, value: String)]
    /// The body.
    public var pieces: [Piece]
    /// The framing of the body.
    public var framing: Framing
    /// Whether the connection is closed after the last piece, without the end that the framing requires.
    public var endsAbruptly = false
    /// A misbehavior that the script requests.
    public var misbehavior: Misbehavior?

    /// Makes a reply.
    public init(
        status: Int = 200,
        headers: [(name: String, value: String)] = [],
        pieces: [Piece] = [],
        framing: Framing = .contentLength
    ) {
        self.status = status
        self.headers = headers
        self.pieces = pieces
        self.framing = framing
    }

    /// Makes a compact JSON body.
    public static func json(
        _ value: JSONValue,
        status: Int = 200,
        headers: [(name: String, value: String)] = [],
        contentType: String = "application/json"
    ) -> Self {
        Self(status: status, headers: [("Content-Type", contentType)] + headers, pieces: [Piece(value.serialized())])
    }

    /// Makes a text body.
    public static func text(
        _ text: String,
        status: Int = 200,
        contentType: String = "text/plain; charset=utf-8"
    ) -> Self {
        Self(status: status, headers: [("Content-Type", contentType)], pieces: [Piece(text)])
    }

    /// Makes an HTML page, as a proxy sends it instead of JSON.
    public static func html(status: Int = 502) -> Self {
        .text(
            "<html>\n<head><title>\(status)</title></head>\n<body><h1>\(status)</h1><p>stand-in proxy</p></body>\n</html>\n",
            status: status,
            contentType: "text/html"
        )
    }

    /// Makes an event stream, chunked, with one piece for each event.
    public static func eventStream(_ pieces: [Piece], headers: [(name: String, value: String)] = []) -> Self {
        Self(
            headers: [("Content-Type", "text/event-stream; charset=utf-8")] + headers,
            pieces: pieces,
            framing: .chunked
        )
    }
}
