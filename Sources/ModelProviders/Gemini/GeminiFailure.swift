import FoundationEssentials
import StreamingJSON
import Transport

/// A failure of Gemini's interface, read from its status, header and error object.
///
/// The text of the error object is used to distinguish failures and is never shown.
struct GeminiFailure {
    private let status: Int?
    private let headers: HTTPHeaders
    private let isPage: Bool
    private let text: String
    /// The interface's name for the status.
    private let statusName: String
    private let details: [JSONValue]
    private let counts: ContextCounts
    /// Whether the failure is the response to the request, and not a part of an answer.
    private var isResponse = false

    /// Reads a response with a status other than 200.
    init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        let json = try? JSONValue(parsing: body)
        let first = body.first { $0 > 0x20 }
        let isPage = headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true || first == UInt8(ascii: "<")
        // The interface may wrap the response to a streaming request in an array.
        let error = json?["error"] ?? json?[0]?["error"] ?? .null
        self.init(status: status, headers: headers, isPage: isPage, error: error)
        isResponse = true
    }

    /// Reads an error object in the middle of a stream.
    init(error: JSONValue) {
        let code = error["code"]?.intValue
        self.init(
            status: code.flatMap { (400..<600).contains($0) ? $0 : nil },
            headers: [:],
            isPage: false,
            error: error
        )
    }

    private init(status: Int?, headers: HTTPHeaders, isPage: Bool, error: JSONValue) {
        self.status = status
        self.headers = headers
        self.isPage = isPage
        text = error["message"]?.stringValue ?? error.stringValue ?? ""
        statusName = error["status"]?.stringValue ?? ""
        details = error["details"]?.arrayValue ?? []
        counts = ContextCounts(error: error)
    }

    /// Returns the error for the session.
    func error(from host: String, now: Date) -> ModelProviderError {
        let code = self.code
        var error = ModelProviderError(
            code,
            from: host,
            interface: "Gemini interface",
            status: status,
            words: [reason, statusName].filter { !$0.isEmpty }.map { $0.lowercased() },
            isPage: isPage
        )
        if code == .rateLimited || code == .upstreamFault { error.retryAfter = retryAfter(now: now) }
        error.readSchemaRefusal(status: status, text)
        if isResponse { error.objection = RequestObjection(text: text) }
        if code == .contextExceeded {
            error.contextSize = counts.contextSize
            error.tokenCount = counts.tokenCount
        }
        return error
    }

    private var reason: String { details.lazy.compactMap { $0["reason"]?.stringValue }.first ?? "" }

    var code: ModelProviderError.Code {
        if reason == "BILLING_DISABLED" { return .outOfCredit }
        // A key that is wrong, expired or restricted leads to a 400.
        if reason.hasPrefix("API_KEY_") { return .unauthorized }
        if text.contains("token count"), text.contains("exceeds") { return .contextExceeded }
        // The account may not use the interface: it needs billing, or the server's country is not served.
        if statusName == "FAILED_PRECONDITION" { return .unauthorized }
        switch status {
        case 401, 403: return .unauthorized
        case 402: return .outOfCredit
        case 404 where isPage: return .notUnderstood
        case 404, 405: return text.contains("model") ? .modelNotFound : .noInterface
        case 408, 504: return .timedOut
        case 413: return .contextExceeded
        case 429: return .rateLimited
        case nil, 409, .some(500...): return .upstreamFault
        case .some(..<400): return .notUnderstood
        default: return .invalidRequest
        }
    }
}

// MARK: Retry delay

extension GeminiFailure {
    private func retryAfter(now: Date) -> Duration? {
        // The interface names the delay of its shortest quota. A quota for a day is restored only at the end of the day.
        if isDayOver { return Self.untilMidnightPacific(now: now) }
        if let delay = details.lazy.compactMap({ $0["retryDelay"]?.stringValue }).first, delay.hasSuffix("s") {
            if let duration = RetryDelay.seconds(delay.dropLast()) { return duration }
        }
        return RetryDelay.read(headers: headers, message: nil, now: now)
    }

    /// Whether the quota of a day is used up.
    private var isDayOver: Bool {
        details.contains { detail in
            (detail["violations"]?.arrayValue ?? []).contains { $0["quotaId"]?.stringValue?.contains("PerDay") == true }
        }
    }

    /// The time until midnight in California, when the quotas of a day are restored.
    private static func untilMidnightPacific(now: Date) -> Duration? {
        guard let zone = TimeZone(identifier: "America/Los_Angeles") ?? TimeZone(secondsFromGMT: -8 * 3600) else {
            return nil
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        guard let tomorrow = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: now)) else {
            return nil
        }
        return .seconds(tomorrow.timeIntervalSince(now).rounded(.up))
    }
}
