public import StreamingJSON

/// An error of JSON-RPC 2.0, with the codes of the Model Context Protocol.
public struct RPCError: Error, Sendable, Equatable {
    /// The code of an error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number.
        public var rawValue: Int

        /// Makes a code.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The bytes are not JSON.
        public static let parseError = Code(rawValue: -32700)
        /// The JSON is no request.
        public static let invalidRequest = Code(rawValue: -32600)
        /// The method is unknown.
        public static let methodNotFound = Code(rawValue: -32601)
        /// The parameters do not fit the method.
        public static let invalidParameters = Code(rawValue: -32602)
        /// The server failed.
        public static let internalError = Code(rawValue: -32603)
        /// There is no such resource; only in revisions with sessions.
        public static let resourceNotFound = Code(rawValue: -32002)
        /// A header field and the body disagree.
        public static let headerMismatch = Code(rawValue: -32020)
        /// The client has not declared a capability that the request needs.
        public static let missingClientCapability = Code(rawValue: -32021)
        /// The server does not know the revision of the protocol.
        public static let unsupportedRevision = Code(rawValue: -32022)
    }

    /// The code.
    public var code: Code
    /// The event, the cause and the remedy, for people.
    public var message: String
    /// Data for programs.
    public var data: JSONValue?

    /// Makes an error.
    public init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        (self.code, self.message, self.data) = (code, message, data)
    }

    /// Reads the error of a response; `nil` if it is none.
    public init?(_ value: JSONValue) {
        guard let code = value["code"]?.intValue, let message = value["message"]?.stringValue else { return nil }
        self.init(Code(rawValue: code), message, data: value["data"])
    }

    /// The error in JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["code": .integer(code.rawValue), "message": .string(message)]
        if let data { object["data"] = data }
        return .object(object)
    }

    /// The HTTP status of a response with this error in the stateless revisions.
    ///
    /// The specification names it for the errors of the envelope; other errors are answers of the method, with status 200.
    public var status: Int {
        switch code {
        case .parseError, .invalidRequest, .invalidParameters, .headerMismatch, .missingClientCapability,
            .unsupportedRevision:
            400
        case .methodNotFound: 404
        default: 200
        }
    }
}

extension RPCError {
    /// Returns the error of an unknown method.
    public static func unknownMethod(_ method: String) -> RPCError {
        RPCError(.methodNotFound, "there is no method \(method.prefix(80))")
    }

    /// The error of a severity that the protocol does not have.
    static let unknownLevel = invalid(
        "the log level must be one of \(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))"
    )

    /// The error of a client for which the server holds as many bytes as it may.
    static let noRoom = RPCError(
        .internalError,
        "the server holds as many bytes for this client as it may: answers that were not read, open requests and questions; "
            + "read or end them, and send the request again",
        data: ["type": "rate-limited", "status": 429, "retry_after": 5]
    )

    /// Returns the error of parameters that do not fit.
    public static func invalid(_ detail: String) -> RPCError { RPCError(.invalidParameters, detail) }

    /// Returns the error of a resource that does not exist, or that the caller may not read.
    public static func noResource(_ uri: String) -> RPCError {
        RPCError(.resourceNotFound, "there is no such resource; resources/list names them", data: ["uri": .string(uri)])
    }

    /// Returns the error of a client without the capabilities that a request needs.
    public static func missing(capabilities: JSONObject) -> RPCError {
        RPCError(
            .missingClientCapability,
            "this request needs capabilities that the client does not declare: \(capabilities.keys.joined(separator: ", "))",
            data: ["requiredCapabilities": .object(capabilities)]
        )
    }
}
