import FoundationEssentials
import LanguageModels
import Transport

/// One call of a model over HTTP: sends the request and passes on what the answer says, as it comes.
struct ModelCall {
    private static let longestFailure = 256 * 1024
    /// How long the end of a body is waited for once the answer is whole: enough for a provider that means to end it.
    private static let patienceWithEnd = Duration.seconds(2)

    let client: HTTPClient
    /// Whom errors name.
    let host: String
    /// How the answer is cut into pieces.
    var framing = Framing.events
    /// Reads an answer with a status other than 200.
    let failure: (_ status: Int, _ headers: HTTPHeaders, _ body: [UInt8]) -> any Error

    /// The ways to cut an answer into pieces.
    enum Framing {
        /// Server-sent events.
        case events
        /// Lines of newline-delimited JSON.
        case lines
    }

    /// Makes the call.
    ///
    /// - Throws: `LanguageModelError` where that has a case for what happened; ``ModelProviderError`` for the other answers that
    ///   are no answer; `TransportError` when there was none.
    func stream(
        _ request: HTTPRequest,
        through decoder: some ModelStreamDecoder,
        into channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        do {
            try await read(client.send(request), with: decoder, into: channel)
        } catch let error as ModelProviderError {
            throw error.forSession(now: .now)
        } catch let error as TransportError where error.code == .cancelled && Task.isCancelled {
            throw CancellationError()
        }
    }

    private func read(
        _ response: HTTPResponse,
        with decoder: some ModelStreamDecoder,
        into channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        var decoder = decoder
        guard response.status == 200 else {
            throw failure(
                response.status,
                response.headers,
                try await response.body.collect(upTo: Self.longestFailure)
            )
        }
        let type = response.headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("text/html") { throw ModelProviderError.page(from: host) }
        if type.hasPrefix("application/json") {
            // Asked to stream, some answer in one piece all the same.
            let body = try await response.body.collect(upTo: AnswerLimits.longestAnswer)
            try await send(decoder.decode(String(decoding: body, as: UTF8.self)), to: channel)
        } else {
            switch framing {
            case .events:
                let events = response.body.serverSentEvents(keepsUnterminatedEvent: true)
                try await read(events.makeAsyncIterator(), with: &decoder, into: channel, data: \.data)
            case .lines:
                try await read(response.body.ndjsonLines().makeAsyncIterator(), with: &decoder, into: channel) {
                    String(decoding: $0, as: UTF8.self)
                }
            }
        }
        try await send(decoder.finish(), to: channel)
    }

    private func read<Pieces: AsyncIteratorProtocol & Sendable>(
        _ pieces: Pieces,
        with decoder: inout some ModelStreamDecoder,
        into channel: LanguageModelExecutorGenerationChannel,
        data: (Pieces.Element) -> String
    ) async throws {
        var pieces = pieces
        while let piece = try await pieces.next() {
            try await send(decoder.decode(data(piece)), to: channel)
            guard !decoder.isDone else {
                letEnd(pieces)
                return
            }
        }
    }

    /// Reads the last bytes after the answer's end, so that the connection can be used again.
    private func letEnd(_ pieces: some AsyncIteratorProtocol & Sendable) {
        // A task of its own, for the round is over and must not wait for a provider that is slow to end its body. It holds
        // nothing but the body, and ends with it or at its deadline. The deadline is one for the whole, a sleep beside the
        // reading, as each byte renews the idle limit.
        Task {
            await withTaskGroup { group in
                group.addTask {
                    var rest = pieces
                    while (try? await rest.next()) != nil {}
                }
                group.addTask { try? await Task.sleep(for: Self.patienceWithEnd) }
                await group.next()
                group.cancelAll()
            }
        }
    }

    private func send(_ events: [ModelStreamEvent], to channel: LanguageModelExecutorGenerationChannel) async {
        for event in events {
            for step in event.channelEvents { await channel.send(step) }
        }
    }
}
