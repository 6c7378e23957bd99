import FoundationEssentials
import KeyLeasing
import LanguageModels
import Secrets
import StreamingJSON
import Transport

/// A request to a provider's counter of tokens, in the provider's form.
struct TokenCountRequest: Equatable {
    /// The time to wait for a count; a provider needs a fraction of a second.
    static let patience = Duration.seconds(15)
    static let longestReply = 256 * 1024
    /// A count has no effect, so a request whose connection failed is sent once more.
    static let retries = RetryPolicy(
        maximumAttempts: 2,
        methods: [],
        statuses: [],
        refusals: [],
        faults: [.resolve, .connect, .send],
        baseDelay: .milliseconds(250),
        deadline: nil
    )

    /// The address of the counter.
    var url: String
    /// The body.
    var body: JSONValue
    /// The member of the reply that has the number.
    var member: String

    /// Makes a request whose body has those of another body's members that the counter accepts.
    init(url: String, keeping members: [String], of body: JSONValue, member: String) {
        var kept = JSONObject()
        for name in members { if let value = body[name] { kept[name] = value } }
        self.init(url: url, body: .object(kept), member: member)
    }

    /// Makes a request.
    init(url: String, body: JSONValue, member: String) {
        (self.url, self.body, self.member) = (url, body, member)
    }

    /// Returns the number in a reply; `nil` if there is none.
    func count(in reply: [UInt8]) -> Int? {
        let json = try? JSONValue(parsing: String(decoding: reply, as: UTF8.self))
        guard let count = json?[member]?.intValue, count >= 0 else { return nil }
        return count
    }
}

extension TokenCountRequest {
    /// Returns a request to OpenAI's counter with the members of a Responses body; `nil` at another server.
    ///
    /// Servers that only speak OpenAI's interfaces have no counter.
    static func openAI(
        _ request: LanguageModelExecutorGenerationRequest,
        model: String,
        by rules: OpenAIModelRules,
        at baseURL: String
    ) throws(LanguageModelError) -> TokenCountRequest? {
        guard rules.isAtOpenAI else { return nil }
        var dialect = OpenAIResponsesDialect()
        dialect.rules = rules
        return TokenCountRequest(
            url: HTTPRequest.url(baseURL, "/responses/input_tokens"),
            keeping: [
                "model", "instructions", "input", "tools", "tool_choice", "parallel_tool_calls", "text", "reasoning",
            ],
            of: try OpenAIResponsesRequestEncoder(model: model, dialect: dialect).encode(request),
            member: "input_tokens"
        )
    }
}

extension ProviderWireFormat {
    /// Returns `nil`, because an interface has no counter unless its dialect says otherwise.
    func tokenCountRequest(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        at baseURL: String
    ) throws(LanguageModelError) -> TokenCountRequest? { nil }

    /// Returns the number of tokens that the provider counts for a round's input; `nil` if its interface has no counter.
    public func tokenCount(
        of request: LanguageModelExecutorGenerationRequest,
        by model: ProviderLanguageModel<Self>
    ) async throws -> Int? {
        let rules = toolRules(at: model.baseURL)
        let fitting = ToolFitting(rules: rules, baseURL: model.baseURL, model: model.name, memory: model.remedyMemory)
        let round = fitting.fit(request).round
        guard let count = try tokenCountRequest(of: round, for: model.name, at: model.baseURL) else { return nil }
        var body: [UInt8] = []
        count.body.write(into: &body)
        let host = HTTPRequest.host(of: model.baseURL)
        return try await KeyedCall.perform(
            lease: model.keys,
            outcome: KeyOutcome.init(ofModelCall:)
        ) { [body] lease in
            var headers = headers(key: lease?.credential)
            headers.append("Content-Type", "application/json")
            headers.append("Accept", "application/json")
            let request = HTTPRequest(
                .post,
                count.url,
                headers: headers,
                body: body,
                timeouts: HTTPTimeouts(total: TokenCountRequest.patience),
                isTrusted: true
            )
            let response = try await model.client.send(
                request,
                retrying: TokenCountRequest.retries,
                through: model.breakers
            )
            let reply = try await response.body.collect(upTo: TokenCountRequest.longestReply)
            guard response.status == 200 else {
                let fault = error(
                    status: response.status,
                    headers: response.headers,
                    body: reply,
                    from: host,
                    model: model.name
                )
                throw (fault as? ModelProviderError)?.withoutObjection ?? fault
            }
            guard let number = count.count(in: reply) else {
                throw ModelProviderError(.notUnderstood, "\(host) answered a count of tokens without a number.")
            }
            lease?.report(.accepted)
            return number
        }
    }
}
