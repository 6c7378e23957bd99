import StreamingJSON

/// One request as a stand-in saw it.
public struct RecordedRequest: Sendable, Identifiable {
    /// The request's number, counted from 1 over the life of the server.
    public let id: Int
    /// The method, upper case as on the wire.
    public let method: String
    /// The path, percent-decoded, without the query.
    public let path: String
    /// The query's items in order, percent-decoded; `+` counts as a space.
    public let query: [(name: String, value: String)]
    /// The header fields in order, names as they were written.
    public let headers: [(name: String, value: String)]
    /// The body, whole.
    public let body: [UInt8]
    /// When the request's header was in.
    public let receivedAt: ContinuousClock.Instant
    /// How the exchange ended, once it has.
    public internal(set) var ending: Ending?

    /// How an exchange ended, and when.
    public struct Ending: Sendable, Equatable {
        /// The ways an exchange can end.
        public enum Kind: Sendable, Equatable {
            /// The answer was written to its last byte, with this status.
            case answered(status: Int)
            /// The client closed its side before the answer was whole.
            case closedByPeer
            /// The stand-in broke the answer off, as it was told to.
            case brokenOff
        }

        /// Which of them it was.
        public let kind: Kind
        /// The instant of the last byte, or of the close.
        public let at: ContinuousClock.Instant
    }

    /// The first value of a header field, its name compared without regard to case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The first value of a query item.
    public func queryItem(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// The key behind `Authorization: Bearer`, if there is one.
    public var bearerToken: String? {
        guard let field = header("Authorization"), field.lowercased().hasPrefix("bearer ") else { return nil }
        return String(field.dropFirst("bearer ".count))
    }

    /// The body as text; bytes that are not UTF-8 show as U+FFFD.
    public var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object; `nil` where it is none.
    var jsonObject: JSONValue? {
        guard let json = try? JSONValue(parsing: body), json.objectValue != nil else { return nil }
        return json
    }

    /// Whether this request and another were open at the same time; one that has not ended counts as still open.
    public func overlaps(_ other: RecordedRequest) -> Bool {
        let endsBeforeOther = ending.map { $0.at <= other.receivedAt } ?? false
        let startsAfterOther = other.ending.map { $0.at <= receivedAt } ?? false
        return !endsBeforeOther && !startsAfterOther
    }
}
