public import ModelTable
public import Secrets
public import Transport

/// The reason why a provider's list of models could not be read.
public struct ModelListError: Error, Sendable, CustomStringConvertible {
    /// A clause for the log, without the provider's text.
    public var description: String
}

/// Reads a provider's list of its models, in which it reports facts about them.
public struct ModelListReader: Sendable {
    private let form: ModelListPage.Form
    private let client: HTTPClient
    private let host: String
    /// Returns the address of a page, by the text that the page before it named.
    private let url: @Sendable (String?) -> String
    private let headers: @Sendable (SecretString) -> HTTPHeaders

    private static let maximumPages = 5
    private static let timeouts = HTTPTimeouts(connect: .seconds(10), firstByte: .seconds(30), total: .seconds(60))

    /// Returns the reader of OpenAI's list.
    ///
    /// - Parameter baseURL: The address of the interface up to and including its version.
    public static func openAI(baseURL: String, client: HTTPClient) -> ModelListReader {
        ModelListReader(form: .openAI, client: client, host: HTTPRequest.host(of: baseURL)) { _ in
            HTTPRequest.url(baseURL, "/models")
        } headers: {
            .bearer($0)
        }
    }

    /// Returns the reader of Anthropic's list.
    ///
    /// - Parameter baseURL: The address of the interface, with or without its `/v1`.
    public static func anthropic(baseURL: String, version: String, client: HTTPClient) -> ModelListReader {
        ModelListReader(form: .anthropic, client: client, host: HTTPRequest.host(of: baseURL)) { after in
            let query = [("limit", "1000")] + (after.map { [("after_id", $0)] } ?? [])
            return HTTPRequest.url(AnthropicDialect.url(baseURL, "/models"), "", query: query)
        } headers: {
            AnthropicDialect.headers(key: $0, version: version)
        }
    }

    /// Returns the reader of Gemini's list.
    ///
    /// - Parameter baseURL: The address of the interface, with or without its version.
    public static func gemini(baseURL: String, client: HTTPClient) -> ModelListReader {
        ModelListReader(form: .gemini, client: client, host: HTTPRequest.host(of: baseURL)) { token in
            let query = [("pageSize", "1000")] + (token.map { [("pageToken", $0)] } ?? [])
            return GeminiDialect.url(baseURL, "/models", query: query)
        } headers: {
            GeminiDialect.headers(key: $0)
        }
    }

    private init(
        form: ModelListPage.Form,
        client: HTTPClient,
        host: String,
        url: @escaping @Sendable (String?) -> String,
        headers: @escaping @Sendable (SecretString) -> HTTPHeaders
    ) {
        (self.form, self.client, self.host, self.url, self.headers) = (form, client, host, url, headers)
    }

    /// Returns the provider's list, read with a key.
    ///
    /// - Throws: ``ModelListError`` if a page is missing or is no list, because a part of the list would say of the other models that they
    ///   do not exist.
    public func models(with key: SecretString) async throws(ModelListError) -> [ToldModel] {
        var models: [ToldModel] = []
        var next: String?
        for _ in 0..<Self.maximumPages {
            let page = try await page(after: next, with: key)
            models += page.models
            guard let following = page.next else { return form == .anthropic ? models.withUndatedNames : models }
            next = following
        }
        throw ModelListError(description: "\(host) lists its models on more than \(Self.maximumPages) pages")
    }

    private func page(after previous: String?, with key: SecretString) async throws(ModelListError) -> ModelListPage {
        let (status, body): (Int, [UInt8])
        do {
            let request = HTTPRequest(
                .get,
                url(previous),
                headers: headers(key),
                timeouts: Self.timeouts,
                isTrusted: true
            )
            let response = try await client.send(request)
            (status, body) = (response.status, try await response.body.collect(upTo: ModelListPage.maximumBytes))
        } catch {
            throw ModelListError(description: error.clause)
        }
        guard status == 200 else { throw ModelListError(description: "\(host) answered with status \(status)") }
        guard let page = ModelListPage(form, body) else {
            throw ModelListError(description: "\(host) answered with something other than a list of models")
        }
        return page
    }
}
