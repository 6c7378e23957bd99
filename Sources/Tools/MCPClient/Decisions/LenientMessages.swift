import AgentTools
import ModelContextProtocol
import StreamingJSON

extension RPCMessage {
    /// Reads a message of a server that is a little off.
    ///
    /// It may have a byte order mark, be alone in an array, have an error whose code is no number, or a response without the id of its
    /// request.
    ///
    /// - Parameter id: The request that a response without an id answers; `nil` if there are several or none.
    /// - Throws: `RPCError` for everything else that is no message.
    init(lenient text: String, answering id: RequestID? = nil) throws(RPCError) {
        let messages = try Self.messages(lenient: text, answering: id)
        guard messages.count == 1, let message = messages.first else {
            throw RPCError(.invalidRequest, "batches are not supported; send each message alone")
        }
        self = message
    }

    /// The most messages of an array.
    private static let mostMessages = 1_000

    /// Reads a message, or the messages of an array, which the revision 2025-03-26 permits.
    ///
    /// - Throws: `RPCError` if there is no message at all.
    static func messages(lenient text: String, answering id: RequestID? = nil) throws(RPCError) -> [RPCMessage] {
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        do {
            return [try RPCMessage(parsing: text)]
        } catch {
            guard let value = try? JSONValue(parsing: text, options: JSONParseOptions(maximumDepth: 128)) else {
                throw error
            }
            guard let elements = value.arrayValue else { return [try mended(value, id)] }
            // An element that is no message spoils no other.
            let messages = elements.prefix(mostMessages).compactMap { try? mended($0, id) }
            guard !messages.isEmpty else { throw error }
            return messages
        }
    }

    private static func mended(_ value: JSONValue, _ id: RequestID?) throws(RPCError) -> RPCMessage {
        guard case .object(var message) = value else { return try RPCMessage(value) }
        message["jsonrpc"] = "2.0"
        // Some servers have both members, of which one is null.
        if message["error"]?.isNull == true { message["error"] = nil }
        if case .object(var error) = message["error"] {
            if error["code"]?.intValue == nil {
                let code = error["code"]?.stringValue.flatMap { Int($0) } ?? RPCError.Code.internalError.rawValue
                error["code"] = .integer(code)
            }
            if error["message"]?.stringValue == nil { error["message"] = "an error without words" }
            message["error"] = .object(error)
        } else if let text = message["error"]?.stringValue {
            message["error"] = ["code": .integer(RPCError.Code.internalError.rawValue), "message": .string(text)]
        }
        // Some languages write a whole number as 1.0.
        if case .number(let number)? = message["id"], let whole = Int(exactly: number) {
            message["id"] = .integer(whole)
        }
        if let id, message["method"] == nil, message["id"]?.isNull ?? true { message["id"] = id.jsonValue }
        return try RPCMessage(.object(message))
    }
}

extension RequestID {
    /// Whether another id means this one: some servers return a number as text.
    func isMeant(by other: RequestID?) -> Bool {
        switch (self, other) {
        case (.integer(let number), .string(let text)): text == String(number)
        default: self == other
        }
    }
}

extension RPCResponse {
    /// Whether the response is for a request; an error without an id is for the request whose answer it is in.
    func answers(_ request: RequestID?) -> Bool {
        guard let request else { return false }
        if case .failure = result, id == nil { return true }
        return request.isMeant(by: id)
    }
}

extension RPCRequest {
    /// Whether the request is one of those that negotiate the revision, before there is a session.
    var startsConnection: Bool { method == "initialize" || method == "server/discover" }
}

extension RPCMessage {
    /// Whether the message is a request that has or needs a session, if the server has any.
    var needsSession: Bool { if case .request(let request) = self { !request.startsConnection } else { false } }

    /// Whether the message is a notification.
    var isNotification: Bool { if case .notification = self { true } else { false } }
}
