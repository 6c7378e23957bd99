import StreamingJSON

/// A request that a stand-in received.
public struct RecordedRequest: Sendable, Identifiable {
    /// The request's number, counted from 1 over the life of the server.
    public let id: Int
    /// The method in upper case.
    public let method: String
    /// The path, percent-decoded, without the query.
    public let path: String
    /// The query's items in order, percent-decoded; `+` counts as a space.
    public let query: [(name: String, value: String)]
    /// The header fields in order, with names as written.
    public let headers: [(name: String, value: String)]
    /// The complete body.
    public let body: [UInt8]
    /// The time at which the request's header was complete.
    public let receivedAt: ContinuousClock.Instant
    /// The end of the exchange; `nil` while it is open.
    public internal(set) var ending: Ending?

    /// The end of an exchange, with its time.
    public struct Ending: Sendable, Equatable {
        /// The ways an exchange can end.
        public enum Kind: Sendable, Equatable {
            /// The complete answer was written, with this status.
            case answered(status: Int)
            /// The client closed the connection before the answer was complete.
            case closedByPeer
            /// The stand-in cut off the answer because of a misbehavior rule.
            case cutOff
        }

        /// The way in which the exchange ended.
        public let kind: Kind
        /// The time of the last byte, or of the close.
        public let at: ContinuousClock.Instant
    }

    /// Returns the first value of a header field; its name is compared without regard to case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Returns the first value of a query item.
    public func queryItem(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// The key in `Authorization: Bearer`, if there is one.
    public var bearerToken: String? {
        guard let field = header("Authorization"), field.lowercased().hasPrefix("bearer ") else { return nil }
        return String(field.dropFirst("bearer ".count))
    }

    /// The body as text, with U+FFFD for bytes that are not UTF-8.
    public var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object; `nil` if it is none.
    var jsonObject: JSONValue? {
        guard let json = try? JSONValue(parsing: body), json.objectValue != nil else { return nil }
        return json
    }

    /// The number of tokens that a stand-in's counter finds in the body.
    public var countedTokens: Int { body.count / 4 }

    /// Whether this request and another were open at the same time; one that has not ended counts as still open.
    public func overlaps(_ other: RecordedRequest) -> Bool {
        let endsBeforeOther = ending.map { $0.at <= other.receivedAt } ?? false
        let startsAfterOther = other.ending.map { $0.at <= receivedAt } ?? false
        return !endsBeforeOther && !startsAfterOther
    }
}
