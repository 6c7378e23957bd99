public import StreamingJSON

/// A message of JSON-RPC 2.0 as the Model Context Protocol uses it: alone, never in a batch.
public enum RPCMessage: Sendable, Equatable {
    /// A request, which is answered.
    case request(RPCRequest)
    /// A notification, which is not answered.
    case notification(RPCNotification)
    /// The response to a request.
    case response(RPCResponse)

    /// Reads a message.
    ///
    /// - Parameter depth: The deepest nesting of the JSON.
    /// - Throws: ``RPCError`` with the code of a parse error or of an invalid request.
    public init(parsing text: String, depth: Int = 128) throws(RPCError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text, options: JSONParseOptions(maximumDepth: depth))
        } catch {
            throw RPCError(.parseError, "the message is not JSON: \(error)")
        }
        try self.init(value)
    }

    /// Reads a message that is parsed already.
    ///
    /// - Throws: ``RPCError`` with the code of an invalid request.
    public init(_ value: JSONValue) throws(RPCError) {
        guard case .object(let object) = value else {
            let isBatch = value.arrayValue != nil
            throw Self.invalid(
                isBatch ? "batches are not supported; send each message alone" : "a message is a JSON object"
            )
        }
        guard object["jsonrpc"] == "2.0" else { throw Self.invalid("jsonrpc must be \"2.0\"") }
        let id = object["id"]
        guard let method = object["method"] else {
            self = .response(try RPCResponse(object, id: id))
            return
        }
        guard case .string(let name) = method, !name.isEmpty else { throw Self.invalid("method must be a text") }
        let parameters: JSONObject
        switch object["params"] {
        case nil: parameters = [:]
        case .object(let members): parameters = members
        default: throw Self.invalid("params must be an object")
        }
        guard let id else {
            self = .notification(RPCNotification(name, parameters))
            return
        }
        guard let id = RequestID(id) else {
            throw Self.invalid("id must be a whole number or a text of at most 256 bytes")
        }
        self = .request(RPCRequest(id: id, method: name, parameters))
    }

    fileprivate static func invalid(_ detail: String) -> RPCError { RPCError(.invalidRequest, detail) }

    /// The message in JSON.
    public var jsonValue: JSONValue {
        switch self {
        case .request(let request):
            Self.call(request.method, request.params, id: request.id)
        case .notification(let notification):
            Self.call(notification.method, notification.params, id: nil)
        case .response(let response): response.jsonValue
        }
    }

    private static func call(_ method: String, _ params: JSONObject, id: RequestID?) -> JSONValue {
        var object: JSONObject = ["jsonrpc": "2.0"]
        if let id { object["id"] = id.jsonValue }
        object["method"] = .string(method)
        if !params.isEmpty { object["params"] = .object(params) }
        return .object(object)
    }

    /// The message as one line of JSON, without its end.
    public func serialized() -> String { jsonValue.serialized() }
}

/// A request of JSON-RPC.
public struct RPCRequest: Sendable, Equatable {
    /// The id, unique among the open requests of its sender.
    public var id: RequestID
    /// The method.
    public var method: String
    /// The parameters; empty if there are none.
    public var params: JSONObject

    /// Makes a request.
    public init(id: RequestID, method: String, _ params: JSONObject = [:]) {
        (self.id, self.method, self.params) = (id, method, params)
    }

    /// The request's metadata, `_meta`; empty if there is none.
    public var metadata: JSONObject { params["_meta"]?.objectValue ?? [:] }
}

/// A notification of JSON-RPC.
public struct RPCNotification: Sendable, Equatable {
    /// The method.
    public var method: String
    /// The parameters; empty if there are none.
    public var params: JSONObject

    /// Makes a notification.
    public init(_ method: String, _ params: JSONObject = [:]) { (self.method, self.params) = (method, params) }
}

/// A response of JSON-RPC.
public struct RPCResponse: Sendable, Equatable {
    /// The id of the request; `nil` if it could not be read.
    public var id: RequestID?
    /// The result, or the error.
    public var result: Result<JSONObject, RPCError>

    /// Makes a response.
    public init(id: RequestID?, _ result: Result<JSONObject, RPCError>) { (self.id, self.result) = (id, result) }

    /// Makes a response with an error.
    public init(id: RequestID?, _ error: RPCError) { self.init(id: id, .failure(error)) }

    fileprivate init(_ object: JSONObject, id: JSONValue?) throws(RPCError) {
        let id = try Self.id(id)
        if let error = object["error"] {
            guard let error = RPCError(error) else { throw RPCMessage.invalid("error must have a code and a message") }
            self.init(id: id, error)
        } else if case .object(let result) = object["result"], id != nil {
            self.init(id: id, .success(result))
        } else {
            throw RPCMessage.invalid("a message has a method, or an id with a result that is an object, or an error")
        }
    }

    private static func id(_ value: JSONValue?) throws(RPCError) -> RequestID? {
        guard let value, !value.isNull else { return nil }
        guard let id = RequestID(value) else { throw RPCMessage.invalid("id must be a whole number or a text") }
        return id
    }

    /// The response in JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["jsonrpc": "2.0"]
        if let id { object["id"] = id.jsonValue }
        switch result {
        case .success(let result): object["result"] = .object(result)
        case .failure(let error): object["error"] = error.jsonValue
        }
        return .object(object)
    }
}
