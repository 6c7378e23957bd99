import StreamingJSON

extension AnthropicStandIn {
    /// A failure in the upstream's format.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        let headers = retryAfter.map { [(name: "retry-after", value: String($0))] } ?? []
        return switch status {
        case 401: error(401, "authentication_error", "invalid x-api-key sk-ant-standin-echo", headers)
        case 402: error(402, "billing_error", "Your credit balance is too low to access the API.", headers)
        case 403: error(403, "permission_error", "Your API key may not use the resource.", headers)
        case 404: error(404, "not_found_error", "model: stand-in-unknown", headers)
        case 413: error(413, "request_too_large", "Request exceeds the maximum size", headers)
        case 429: error(429, "rate_limit_error", "This request would exceed your rate limit.", headers)
        case 504: error(504, "timeout_error", "The request timed out.", headers)
        case 529: error(529, "overloaded_error", "Overloaded", headers)
        case 500...: error(status, "api_error", "Internal server error", headers)
        default: error(status, "invalid_request_error", "The stand-in refuses this request.", headers)
        }
    }

    /// The spending limit is reached: a 429 that waiting does not resolve.
    public static var overSpendLimit: StandInReply {
        .json(
            [
                "type": "error",
                "error": [
                    "type": "rate_limit_error", "message": "Your organization has reached its monthly spend limit.",
                    "details": ["error_code": "enforced_spend_limit_reached"],
                ],
                "request_id": "req_standin",
            ],
            status: 429
        )
    }

    static func invalid(_ message: String) -> StandInReply { error(400, "invalid_request_error", message) }

    static func error(
        _ status: Int,
        _ type: String,
        _ message: String,
        _ headers: [(name: String, value: String)] = []
    ) -> StandInReply {
        .json(
            [
                "type": "error", "error": ["type": .string(type), "message": .string(message)],
                "request_id": "req_standin",
            ],
            status: status,
            headers: headers
        )
    }

    static func headers(requestID: String) -> [(name: String, value: String)] {
        [
            ("request-id", "req_standin\(requestID)"),
            ("anthropic-organization-id", "00000000-0000-4000-8000-000000000000"),
            ("anthropic-ratelimit-requests-limit", "1000"), ("anthropic-ratelimit-requests-remaining", "999"),
            ("anthropic-ratelimit-requests-reset", "2026-11-21T01:00:01Z"),
        ]
    }
}
