public import StreamingJSON

/// What a stand-in answers: a status, header fields, and a body in one piece or in paced pieces.
public struct StandInReply: Sendable {
    /// How the body's length is told to the client.
    public enum Framing: Sendable {
        /// `Content-Length`; every piece is counted beforehand.
        case contentLength
        /// `Transfer-Encoding: chunked`, one chunk a piece.
        case chunked
        /// Neither: the body ends where the connection does (HTTP/1.0).
        case untilClose
    }

    /// A part of the body, written and flushed by itself.
    public struct Piece: Sendable {
        /// What is waited for before the piece is written.
        public enum Cue: Sendable {
            /// Nothing.
            case none
            /// A pause, for pacing.
            case pause(Duration)
            /// A gate that somebody else opens.
            case gate(StandInGate)
        }

        /// The bytes; none at all makes the piece a mere wait.
        public var bytes: [UInt8]
        /// What is waited for first.
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
    /// How its length is told.
    public var framing: Framing
    /// Whether the connection is closed once the last piece is out, without the end that the framing promises.
    public var endsAbruptly = false
    /// A misbehaviour that the script asks for itself.
    public var misbehaviour: Misbehaviour?

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

    /// A JSON body, compact.
    public static func json(
        _ value: JSONValue,
        status: Int = 200,
        headers: [(name: String, value: String)] = [],
        contentType: String = "application/json"
    ) -> Self {
        Self(status: status, headers: [("Content-Type", contentType)] + headers, pieces: [Piece(value.serialized())])
    }

    /// A text body.
    public static func text(
        _ text: String,
        status: Int = 200,
        contentType: String = "text/plain; charset=utf-8"
    ) -> Self {
        Self(status: status, headers: [("Content-Type", contentType)], pieces: [Piece(text)])
    }

    /// An HTML page such as a proxy puts in the place of the JSON that was asked for.
    public static func html(status: Int = 502) -> Self {
        .text(
            "<html>\n<head><title>\(status)</title></head>\n<body><h1>\(status)</h1><p>stand-in proxy</p></body>\n</html>\n",
            status: status,
            contentType: "text/html"
        )
    }

    /// An event stream, one piece an event as given, chunked.
    public static func eventStream(_ pieces: [Piece], headers: [(name: String, value: String)] = []) -> Self {
        Self(
            headers: [("Content-Type", "text/event-stream; charset=utf-8")] + headers,
            pieces: pieces,
            framing: .chunked
        )
    }
}
