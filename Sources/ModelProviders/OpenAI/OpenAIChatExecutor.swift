import FoundationEssentials
import KeyVault
public import LanguageModels
import StreamingJSON
import Transport

/// Translates one round into one chat completions call, and its stream into channel events.
public struct OpenAIChatExecutor: LanguageModelExecutor {
    /// What tells one executor from another.
    public struct Configuration: Hashable, Sendable {
        /// The address of the interface.
        public var baseURL: String
    }

    private static let longestFailure = 256 * 1024
    /// How long the end of a body is waited for once the answer is whole: enough for a provider that means to end it.
    private static let patienceWithEnd = Duration.seconds(2)

    /// An executor; it holds nothing, all it needs comes with the model.
    public init(configuration: Configuration) throws {}

    /// Calls the model once and passes on what comes, as it comes.
    ///
    /// - Throws: `LanguageModelError` for a full context, a rate limit, a refusal or a filter; ``ModelProviderError`` for the
    ///   other answers that are no answer; `TransportError` when there was none.
    public func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: OpenAIChatLanguageModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        do {
            try await stream(request, model: model, channel: channel)
        } catch let error as ModelProviderError {
            throw error.forSession(now: .now)
        } catch let error as TransportError where error.code == .cancelled && Task.isCancelled {
            throw CancellationError()
        }
    }

    private func stream(
        _ request: LanguageModelExecutorGenerationRequest,
        model: OpenAIChatLanguageModel,
        channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        let response = try await model.client.send(httpRequest(for: request, model: model))
        let host = HTTPRequest.host(of: model.baseURL)
        guard response.status == 200 else {
            let body = try await response.body.collect(upTo: Self.longestFailure)
            throw OpenAIFailure(
                status: response.status,
                headers: response.headers,
                body: body
            ).error(from: host, now: .now)
        }
        var decoder = OpenAIChatStreamDecoder(
            host: host,
            fallbackID: request.id.uuidString,
            needsWholeAnswer: request.schema != nil
        )
        let type = response.headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("text/html") { throw OpenAIFailure.isPage(from: host) }
        if type.hasPrefix("application/json") {
            // Asked to stream, some answer in one piece all the same.
            let body = try await response.body.collect(upTo: OpenAIChatStreamDecoder.longestAnswer)
            try await send(decoder.decode(String(decoding: body, as: UTF8.self)), to: channel)
        } else {
            try await readEvents(of: response.body, with: &decoder, into: channel)
        }
        try await send(decoder.finish(), to: channel)
    }

    private func httpRequest(
        for request: LanguageModelExecutorGenerationRequest,
        model: OpenAIChatLanguageModel
    ) async throws -> HTTPRequest {
        let encoder = OpenAIChatRequestEncoder(model: model.name, dialect: model.dialect)
        var body: [UInt8] = []
        try encoder.encode(request).write(into: &body)
        var headers: HTTPHeaders = ["Content-Type": "application/json", "Accept": "text/event-stream"]
        if let lease = try await model.keys() {
            headers.append("Authorization", .secret(lease.secret, prefix: "Bearer "))
        }
        let url = HTTPRequest.url(model.baseURL, "/chat/completions")
        return HTTPRequest(.post, url, headers: headers, body: body, timeouts: model.timeouts, isTrusted: true)
    }

    private func readEvents(
        of body: HTTPResponseBody,
        with decoder: inout OpenAIChatStreamDecoder,
        into channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        var events = body.serverSentEvents(keepsUnterminatedEvent: true).makeAsyncIterator()
        while let event = try await events.next() {
            try await send(decoder.decode(event.data), to: channel)
            guard !decoder.isDone else { return letEnd(events) }
        }
    }

    /// Reads the last bytes after `[DONE]`, so that the connection can be used again.
    private func letEnd(_ events: ServerSentEvents.Iterator) {
        // A task of its own, for the round is over and must not wait for a provider that is slow to end its body. It holds
        // nothing but the body, and ends with it or at its deadline. The deadline is one for the whole, a sleep beside the
        // reading, as each byte renews the idle limit.
        Task {
            await withTaskGroup { group in
                group.addTask {
                    var rest = events
                    while (try? await rest.next()) != nil {}
                }
                group.addTask { try? await Task.sleep(for: Self.patienceWithEnd) }
                await group.next()
                group.cancelAll()
            }
        }
    }

    private func send(
        _ events: [OpenAIChatEvent],
        to channel: LanguageModelExecutorGenerationChannel
    ) async {
        for event in events { await channel.send(event.channelEvent) }
    }
}

extension ModelProviderError {
    /// As `LanguageModelError` where that has a case for it, which callers know whatever the provider.
    fileprivate func forSession(now: Date) -> any Error {
        switch code {
        case .contextExceeded:
            LanguageModelError.contextSizeExceeded(.init(debugDescription: message))
        case .rateLimited:
            LanguageModelError.rateLimited(
                .init(resetDate: retryAfter.map { now + $0 / .seconds(1) }, debugDescription: message)
            )
        default: self
        }
    }
}
