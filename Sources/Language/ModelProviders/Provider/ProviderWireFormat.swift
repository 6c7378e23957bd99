import FoundationEssentials
import LanguageModels
import Secrets
import StreamingJSON
import Transport

/// The parts of a dialect: the request and its key, the decoder of the answer, and the reading of a failure.
///
/// All dialects of this library conform. ``respond(to:by:streamingInto:)`` has the parts that they share, from the choice
/// of a key to the ladder of structured answers.
protocol ProviderWireFormat: ProviderDialect, ParameterTable {
    associatedtype StreamDecoder: ModelStreamDecoder

    /// The framing of a streamed answer.
    static var framing: ModelStreamFraming { get }

    /// The names that the provider accepts for tools.
    static var toolNameRule: ToolNameRule { get }

    /// Returns the rules for tools at an address.
    func toolRules(at baseURL: String) -> ToolRules

    /// Returns the address to which the calls of a model are sent.
    func url(of model: String, at baseURL: String) -> String

    /// Returns the header fields that carry the key, and those that the interface requires beside the usual ones.
    func headers(key: SecretString?) -> HTTPHeaders

    /// Returns the body of a request.
    ///
    /// - Parameter rung: The form in which the schema of the answer, if there is one, is sent.
    /// - Throws: `LanguageModelError` for what the interface or the model cannot do.
    func body(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        by rung: StructuredOutputRung
    ) throws(LanguageModelError) -> JSONValue

    /// Returns the request that asks the provider to count a round's input; `nil` if there is no counter at the address.
    func tokenCountRequest(
        of request: LanguageModelExecutorGenerationRequest,
        for model: String,
        at baseURL: String
    ) throws(LanguageModelError) -> TokenCountRequest?

    /// Returns a decoder for one answer.
    ///
    /// - Parameters:
    ///   - host: The provider's host, which errors name.
    ///   - model: The name of the model that was asked.
    ///   - fallbackID: The base of the ids that the provider leaves out.
    ///   - needsWholeAnswer: Whether an answer that was cut by the token limit is an error.
    func decoder(host: String, model: String, fallbackID: String, needsWholeAnswer: Bool) -> StreamDecoder

    /// Returns the error that a response with a status other than 200 reports.
    func error(status: Int, headers: HTTPHeaders, body: [UInt8], from host: String, model: String) -> any Error

    /// Returns the ways in which the interface can hold an answer to a schema.
    func structuredOutputAbilities(for schema: GenerationSchema) -> StructuredOutputAbilities
}

extension ProviderWireFormat {
    /// Sends one round to a model and its answer's events to a channel, as they arrive.
    ///
    /// - Throws: `LanguageModelError` for a full context, a rate limit, a refusal, a filter or a capability that the model does not have;
    ///   ``ModelProviderError`` for the other failures of the provider; `TransportError` if there was no response.
    public func respond(
        to request: LanguageModelExecutorGenerationRequest,
        by model: ProviderLanguageModel<Self>,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        let host = HTTPRequest.host(of: model.baseURL)
        let call = ModelCall(
            client: model.client,
            host: host,
            keys: model.keys,
            breakers: model.breakers,
            marks: AnswerMarks(memory: model.remedyMemory),
            framing: Self.framing
        ) { status, headers, body in
            error(status: status, headers: headers, body: body, from: host, model: model.name)
        }
        let output = StructuredOutputCall(
            baseURL: model.baseURL,
            model: model.name,
            memory: model.structuredOutputMemory,
            abilities: structuredOutputAbilities
        )
        let rules = toolRules(at: model.baseURL)
        let fitting = ToolFitting(rules: rules, baseURL: model.baseURL, model: model.name, memory: model.remedyMemory)
        let (round, names) = fitting.fit(request)
        try await output.respond(to: round, into: channel) { attempt in
            let decoder = decoder(
                host: host,
                model: model.name,
                fallbackID: attempt.request.id.uuidString,
                needsWholeAnswer: request.schema != nil
            )
            var remedies = RequestRemedies(
                attempt.request,
                tools: round.enabledToolDefinitions,
                at: .init(baseURL: model.baseURL, model: model.name),
                memory: model.remedyMemory,
                tableLimit: model.outputLimit
            )
            while true {
                var body: [UInt8] = []
                remedies.fitted(try self.body(of: remedies.request, for: model.name, by: attempt.rung)).write(
                    into: &body
                )
                do {
                    let keyID = try await call.noting(outputLimit: remedies.outputLimit).stream(
                        through: names.decoder(attempt.decoder(decoder)),
                        into: channel,
                        preferring: remedies.preferredKey
                    ) { [body] key in
                        httpRequest(to: model, body: body, key: key)
                    }
                    for tool in remedies.succeed(keyID: keyID) { fitting.report(tool, .refused, names) }
                    return
                } catch  where remedies.mend(after: error) {
                    continue
                } catch let error as ModelProviderError {
                    throw error.forSession(now: .now)
                }
            }
        }
    }

    private func httpRequest(to model: ProviderLanguageModel<Self>, body: [UInt8], key: SecretString?) -> HTTPRequest {
        var headers = headers(key: key)
        headers.append("Content-Type", "application/json")
        headers.append("Accept", .plain(Self.framing.mediaType))
        return HTTPRequest(
            .post,
            url(of: model.name, at: model.baseURL),
            headers: headers,
            body: body,
            timeouts: model.timeouts,
            isTrusted: true
        )
    }
}
