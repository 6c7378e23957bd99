import KeyLeasing
public import LanguageModels
import Secrets
import StreamingJSON
import Transport

extension OllamaDialect {
    /// The time to wait for a server's answer about a model, which it has on its disk.
    private static let patience = Duration.seconds(5)
    private static let longestAnswer = 4 * 1024 * 1024

    /// Returns the dialect with what the server reports of the model.
    ///
    /// The server is asked once, and only for a request whose form depends on the answer. Without an answer the request is sent as the table
    /// of models says.
    public func prepared(
        for request: LanguageModelExecutorGenerationRequest,
        to model: ProviderLanguageModel<OllamaDialect>
    ) async -> OllamaDialect {
        let dependsOnThinking =
            request.contextOptions.reasoningLevel != nil
            || request.transcript.contains { if case .reasoning = $0 { true } else { false } }
        guard dependsOnThinking else { return self }
        let host = HTTPRequest.host(of: model.baseURL)
        if OllamaModels.shared.abilities(of: model.name, at: host) == nil { await Self.learn(about: model) }
        return OllamaModels.shared.abilities(of: model.name, at: host)?.applied(to: self) ?? self
    }

    /// Asks a model's server for the model's abilities, which models that are made later then show.
    ///
    /// Without an answer they show what the table of models says.
    public static func learn(about model: ProviderLanguageModel<OllamaDialect>) async {
        guard let abilities = await ask(model) else { return }
        OllamaModels.shared.record(abilities, of: model.name, at: HTTPRequest.host(of: model.baseURL))
    }

    /// Asks a model's server for its abilities; `nil` if it failed, and may be asked again.
    private static func ask(_ model: ProviderLanguageModel<OllamaDialect>) async -> OllamaAbilities? {
        var headers = HTTPHeaders.bearer((try? await model.keys())?.credential)
        headers.append("Content-Type", "application/json")
        let question: JSONValue = ["model": .string(model.name)]
        let request = HTTPRequest(
            .post,
            HTTPRequest.url(model.baseURL, "/api/show"),
            headers: headers,
            body: Array(question.serialized().utf8),
            timeouts: HTTPTimeouts(total: patience),
            isTrusted: true
        )
        guard let response = try? await model.client.send(request),
            let body = try? await response.body.collect(upTo: longestAnswer)
        else { return nil }
        switch response.status {
        case 200: return (try? JSONValue(parsing: body)).map(OllamaAbilities.init) ?? .untold
        // The model is not there yet.
        case 404 where (try? JSONValue(parsing: body))?["error"]?.stringValue?.contains("not found") == true: return nil
        // A server that only imitates the interface.
        case 404, 405: return .untold
        default: return nil
        }
    }
}
