import StreamingJSON

extension OpenAIStandIn {
    /// A failure in the upstream's format.
    ///
    /// 401 is a wrong key, 404 an unknown model, 429 the rate limit, 500 and above a server error.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        switch status {
        case 401: wrongKey("sk-test-wrong-key-0000")
        case 404:
            error(
                404,
                "The model `stand-in-unknown` does not exist or you do not have access to it.",
                code: "model_not_found"
            )
        case 429:
            error(
                429,
                "Rate limit reached for stand-in in organization org-standin on tokens per min (TPM): Limit 200000, "
                    + "Used 199500, Requested 1200. Please try again in \(retryAfter ?? 1)s.",
                type: "tokens",
                code: "rate_limit_exceeded",
                headers: retryAfter.map { [("retry-after", String($0))] } ?? []
            )
        case 500...:
            error(
                status,
                "The server had an error while processing your request. Sorry about that!",
                type: "server_error",
                headers: retryAfter.map { [("retry-after", String($0))] } ?? []
            )
        default: error(status, "The stand-in refuses this request.")
        }
    }

    /// The account's credit is used up: a 429 that waiting does not resolve.
    public static var outOfQuota: StandInReply {
        error(
            429,
            "You exceeded your current quota, please check your plan and billing details.",
            type: "insufficient_quota",
            code: "insufficient_quota"
        )
    }

    static func wrongKey(_ key: String?) -> StandInReply {
        guard let key else { return error(401, "You didn't provide an API key.") }
        // The upstream repeats the ends of the rejected key, so clients must not pass on any part of a body.
        let masked =
            key.count > 11
            ? key.prefix(7) + "*****" + key.suffix(4) : Substring(String(repeating: "*", count: key.count))
        return error(
            401,
            "Incorrect API key provided: \(masked). You can find your API key at https://platform.openai.com/account/api-keys.",
            code: "invalid_api_key"
        )
    }

    /// A strict schema has a keyword outside the subset.
    static func invalidSchema(_ name: String, context: [String], keyword: String) -> StandInReply {
        let place = context.map { "'\($0)'" }.joined(separator: ", ")
        return error(
            400,
            "Invalid schema for response_format '\(name)': In context=(\(place)), '\(keyword)' is not permitted.",
            parameter: "response_format"
        )
    }

    /// The model is older than structured outputs.
    static var unsupportedResponseFormat: StandInReply {
        error(
            400,
            "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. Learn more about "
                + "supported models at the Structured Outputs guide: https://platform.openai.com/docs/guides/structured-outputs"
        )
    }

    static func refused(_ message: String) -> StandInReply { error(400, message) }

    static var notJSON: StandInReply { error(400, "We could not parse the JSON body of your request.") }

    static func missing(_ parameter: String) -> StandInReply {
        error(
            400,
            "Missing required parameter: '\(parameter)'.",
            parameter: parameter,
            code: "missing_required_parameter"
        )
    }

    static func refusedToolName(_ path: String) -> StandInReply {
        error(
            400,
            "Invalid '\(path)': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
            parameter: path,
            code: "invalid_value"
        )
    }

    static func notAllowed(_ request: RecordedRequest) -> StandInReply {
        error(405, "Not allowed to \(request.method) on \(request.path).", code: "method_not_supported")
    }

    static func unknownURL(_ request: RecordedRequest) -> StandInReply {
        error(404, "Invalid URL (\(request.method) \(request.path))")
    }

    private static func error(
        _ status: Int,
        _ message: String,
        type: String = "invalid_request_error",
        parameter: String? = nil,
        code: String? = nil,
        headers: [(name: String, value: String)] = []
    ) -> StandInReply {
        .json(
            [
                "error": [
                    "message": .string(message), "type": .string(type),
                    "param": parameter.map { .string($0) } ?? .null, "code": code.map { .string($0) } ?? .null,
                ]
            ],
            status: status,
            headers: headers
        )
    }

    static func headers(requestID: String) -> [(name: String, value: String)] {
        [
            ("openai-organization", "org-standin"), ("openai-processing-ms", "12"), ("openai-version", "2020-10-01"),
            ("x-request-id", "req_standin\(requestID)"), ("x-ratelimit-limit-requests", "10000"),
            ("x-ratelimit-limit-tokens", "200000"), ("x-ratelimit-remaining-requests", "9999"),
            ("x-ratelimit-remaining-tokens", "199984"), ("x-ratelimit-reset-requests", "8.64s"),
            ("x-ratelimit-reset-tokens", "4ms"),
        ]
    }

    static var models: StandInReply {
        .json([
            "object": "list",
            "data": [["id": "stand-in", "object": "model", "created": 1_795_222_800, "owned_by": "stand-ins"]],
        ])
    }
}
