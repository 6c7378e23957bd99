import StreamingJSON

extension GeminiStandIn {
    /// A failure in the upstream's format.
    ///
    /// It has no `Retry-After`: the time to wait is in the error's details.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        switch status {
        case 401: error(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
        case 403: noKey
        case 404:
            error(404, "NOT_FOUND", "models/stand-in-unknown is not found for API version v1beta.")
        case 429: overQuota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier", retryAfter: retryAfter)
        case 503: error(503, "UNAVAILABLE", "The model is overloaded. Please try again later.")
        case 504: error(504, "DEADLINE_EXCEEDED", "The request timed out.")
        case 500...: error(status, "INTERNAL", "An internal error has occurred.")
        default: error(status, "INVALID_ARGUMENT", "The stand-in refuses this request.")
        }
    }

    /// The key is invalid, which is a 400 and not a 401.
    public static var wrongKey: StandInReply {
        error(
            400,
            "INVALID_ARGUMENT",
            "API key not valid. Please pass a valid API key.",
            details: [
                [
                    "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID",
                    "domain": "googleapis.com", "metadata": ["service": "generativelanguage.googleapis.com"],
                ]
            ]
        )
    }

    /// The daily quota is used up: a 429 that a short wait does not resolve.
    public static var overDailyQuota: StandInReply {
        overQuota("GenerateRequestsPerDayPerProjectPerModel-FreeTier", retryAfter: 34)
    }

    /// Billing is disabled for the account.
    public static var billingDisabled: StandInReply {
        error(
            403,
            "PERMISSION_DENIED",
            "This API method requires billing to be enabled.",
            details: [["@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "BILLING_DISABLED"]]
        )
    }

    static var noKey: StandInReply {
        error(
            403,
            "PERMISSION_DENIED",
            "Method doesn't allow unregistered callers. Please use API Key sk-standin-echo."
        )
    }

    static func invalid(_ message: String) -> StandInReply { error(400, "INVALID_ARGUMENT", message) }

    private static func overQuota(_ quota: String, retryAfter: Int?) -> StandInReply {
        var details: [JSONValue] = [
            [
                "@type": "type.googleapis.com/google.rpc.QuotaFailure",
                "violations": [["quotaId": .string(quota), "quotaValue": "5"]],
            ]
        ]
        if let retryAfter {
            details.append([
                "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": .string("\(retryAfter)s"),
            ])
        }
        return error(
            429,
            "RESOURCE_EXHAUSTED",
            "You exceeded your current quota, please check your plan and billing details.",
            details: details
        )
    }

    private static func error(
        _ status: Int,
        _ name: String,
        _ message: String,
        details: [JSONValue] = []
    ) -> StandInReply {
        var error: JSONObject = ["code": .integer(status), "message": .string(message), "status": .string(name)]
        if !details.isEmpty { error["details"] = .array(details) }
        return .json(["error": .object(error)], status: status, contentType: "application/json; charset=UTF-8")
    }
}
