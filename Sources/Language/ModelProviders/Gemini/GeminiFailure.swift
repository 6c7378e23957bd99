import FoundationEssentials
import StreamingJSON
import Transport

/// A failure of Gemini's interface.
struct GeminiFailure {
    private let response: FailedResponse
    private let text: String
    /// The interface's name for the status.
    private let statusName: String
    private let details: [JSONValue]

    /// Reads a response with a status other than 200.
    init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        // The interface may wrap the response to a streaming request in an array.
        self.init(FailedResponse(status: status, headers: headers, body: body) { $0["error"] ?? $0[0]?["error"] })
    }

    /// Reads an error object in the middle of a stream.
    init(error: JSONValue) { self.init(FailedResponse(error: error, code: error["code"]?.intValue)) }

    private init(_ response: FailedResponse) {
        let error = response.error
        self.response = response
        text = error["message"]?.stringValue ?? error.stringValue ?? ""
        statusName = error["status"]?.stringValue ?? ""
        details = error["details"]?.arrayValue ?? []
    }

    /// Returns the error for the session.
    func error(from host: String, now: Date) -> ModelProviderError {
        let words = [reason, statusName].filter { !$0.isEmpty }.map { $0.lowercased() }
        var error = response.error(
            code,
            from: host,
            interface: "Gemini interface",
            words: words,
            text: text,
            now: now
        )
        if error.code == .rateLimited || error.code == .upstreamFault, let delay = namedDelay(now: now) {
            error.retryAfter = delay
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
        return response.code(text: text)
    }
}

// MARK: Retry delay

extension GeminiFailure {
    /// The delay in the error object.
    private func namedDelay(now: Date) -> Duration? {
        // The interface names the delay of its shortest quota. A quota for a day is restored only at the end of the day.
        if isDayOver { return Self.untilMidnightPacific(now: now) }
        guard let delay = details.lazy.compactMap({ $0["retryDelay"]?.stringValue }).first, delay.hasSuffix("s") else {
            return nil
        }
        return RetryDelay.seconds(delay.dropLast())
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
