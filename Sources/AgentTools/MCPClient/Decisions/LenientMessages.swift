import ModelContextProtocol
import StreamingJSON

extension RPCMessage {
    /// Reads a message of a server that is a little off: with a byte order mark, alone in an array, or with an error whose code is no number.
    ///
    /// - Throws: `RPCError` for everything else that is no message.
    init(lenient text: String) throws(RPCError) {
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        do {
            self = try RPCMessage(parsing: text)
        } catch {
            guard let value = try? JSONValue(parsing: text, options: JSONParseOptions(maximumDepth: 128)),
                let mended = Self.mended(value), mended != value
            else { throw error }
            self = try RPCMessage(mended)
        }
    }

    private static func mended(_ value: JSONValue) -> JSONValue? {
        let value = value.arrayValue?.count == 1 ? value[0] ?? value : value
        guard case .object(var message) = value else { return nil }
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
        return .object(message)
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

/// The ways in which servers say that they do not know a session, besides the status 404 of the specification.
enum SessionLoss {
    private static let signs = [
        "not found", "invalid", "unknown", "expired", "no valid", "missing", "required", "terminated", "does not exist",
        "not exist", "no such", "closed", "not initialized",
    ]

    /// Whether an error of JSON-RPC says that the session is unknown.
    static func isMeant(by error: RPCError) -> Bool {
        let isOfEnvelope = error.code == .invalidRequest || (-32099 ... -32000).contains(error.code.rawValue)
        return isOfEnvelope && isMeant(by: error.message)
    }

    /// Whether a refusal without such an error means that; with status 400 also one without words.
    static func isMeant(byStatus status: Int, _ text: String) -> Bool {
        switch status {
        case 400: text.allSatisfy(\.isWhitespace) || isMeant(by: text)
        case 401..<500: isMeant(by: text)
        default: false
        }
    }

    private static func isMeant(by text: String) -> Bool {
        let text = text.lowercased()
        return text.contains("not initialized") || text.contains("session") && signs.contains { text.contains($0) }
    }
}
