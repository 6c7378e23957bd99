import FoundationEssentials
import StreamingJSON
import Transport

/// The status, header and error object of a failure, from which each interface reads the kind of failure.
///
/// The text of the error object is used to distinguish failures and is never shown.
struct FailedResponse {
    /// The status of the response, or the one that an error in the middle of a stream names.
    let status: Int?
    let headers: HTTPHeaders
    /// Whether the body is an HTML page.
    let isPage: Bool
    /// Whether the failure is the response to the request, and not a part of an answer.
    let isResponse: Bool
    /// The error object, or a text in its place; null if there is none.
    var error: JSONValue

    /// Reads a response with a status other than 200.
    ///
    /// - Parameter error: Finds the error object in the body.
    init(status: Int, headers: HTTPHeaders, body: [UInt8], error: (JSONValue) -> JSONValue?) {
        let first = body.first { $0 > 0x20 }
        self.status = status
        self.headers = headers
        isPage = headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true || first == UInt8(ascii: "<")
        isResponse = true
        self.error = (try? JSONValue(parsing: body)).flatMap(error) ?? .null
    }

    /// Makes a failure of an error object in the middle of a stream.
    ///
    /// - Parameter code: The error's code, which is the status if it is that of an error.
    init(error: JSONValue, code: Int? = nil) {
        status = code.flatMap { (400..<600).contains($0) ? $0 : nil }
        headers = [:]
        isPage = false
        isResponse = false
        self.error = error
    }

    /// Returns the kind of failure that the status is for, unless the error object names another.
    ///
    /// - Parameter text: The text of the error, because a 404 has one status for an unknown model and an unknown address.
    func code(text: String) -> ModelProviderError.Code {
        switch status {
        case 401, 403: .unauthorized
        case 402: .outOfCredit
        case 404 where isPage: .notUnderstood
        case 404, 405: text.contains("model") ? .modelNotFound : .noInterface
        case 408, 504: .timedOut
        case 413: .contextExceeded
        case 429: .rateLimited
        case nil, 409, .some(500...): .upstreamFault
        case .some(..<400): .notUnderstood
        default: .invalidRequest
        }
    }

    /// Returns the error for the session.
    ///
    /// - Parameters:
    ///   - interface: The name of the interface, for the case that it is not there.
    ///   - words: The codes of the error object.
    ///   - parameter: The part of the request that the provider names as the cause; empty if it names none.
    ///   - text: The text of the error.
    ///   - delayText: The text that may name the delay before the next attempt; `nil` if only the header does.
    func error(
        _ code: ModelProviderError.Code,
        from host: String,
        interface: String,
        words: [String],
        parameter: String = "",
        text: String,
        delayText: String? = nil,
        now: Date
    ) -> ModelProviderError {
        var error = ModelProviderError(
            code,
            from: host,
            interface: interface,
            status: status,
            words: words,
            isPage: isPage
        )
        if code == .rateLimited || code == .upstreamFault {
            error.retryAfter = RetryDelay.read(headers: headers, message: delayText, now: now)
        }
        error.readSchemaRefusal(status: status, "\(parameter) \(text)")
        if isResponse { error.objection = RequestObjection(words: words, parameter: parameter, text: text) }
        if code == .contextExceeded {
            let counts = ContextCounts(error: self.error)
            (error.contextSize, error.tokenCount) = (counts.contextSize, counts.tokenCount)
        }
        return error
    }
}
