import EventStreams
import FoundationEssentials
import KeyLeasing
import LanguageModels
import Secrets
import Transport

/// One call of a model over HTTP: sends the request and passes on what the answer says, as it comes.
///
/// Each try is made with a key of the pool, which is told how it went. Only a request that did not reach the provider is sent
/// again with the same key; an answer of whatever status is not, for when to come back is for the provider to say and for the
/// caller, or the router, to heed.
struct ModelCall {
    private static let longestFailure = 256 * 1024
    /// How long the end of a body is waited for once the answer is whole: enough for a provider that means to end it.
    private static let patienceWithEnd = Duration.seconds(2)
    /// What is sent once more with the same key.
    ///
    /// A call costs money, so it is repeated only when it cannot have had an effect: the transport's errors say so. One that
    /// waited in vain for a connection is not, for its time is up.
    private static let retries = RetryPolicy(
        maximumAttempts: 2,
        methods: [],
        statuses: [],
        refusals: [],
        faults: [.resolve, .connect, .send, .firstByte],
        baseDelay: .milliseconds(250),
        deadline: nil
    )

    let client: HTTPClient
    /// Whom errors name.
    let host: String
    /// Lends a key for each try.
    let keys: KeySource
    /// Holds calls back from a host that keeps failing.
    let breakers: CircuitBreakers?
    /// How a streamed answer is cut into events.
    let framing: ModelStreamFraming
    /// Reads an answer with a status other than 200.
    let failure: (_ status: Int, _ headers: HTTPHeaders, _ body: [UInt8]) -> any Error

    /// Makes the call.
    ///
    /// - Parameters:
    ///   - decoder: Reads the answer; each try has a copy.
    ///   - request: Makes the request with a key, or without one.
    /// - Throws: `LanguageModelError` where that has a case for what happened; ``ModelProviderError`` for the other answers that
    ///   are no answer; `TransportError` when there was none.
    func stream(
        through decoder: some ModelStreamDecoder,
        into channel: LanguageModelExecutorGenerationChannel,
        request: (SecretString?) -> HTTPRequest
    ) async throws {
        var hasSpoken = false
        var status: Int?
        do {
            try await KeyedCall.perform(
                lease: keys,
                outcome: KeyOutcome.init(ofModelCall:),
                mayRepeat: { !hasSpoken }
            ) { lease in
                var request = request(lease?.secret)
                // llama.cpp's server closes a connection after a stream without a word. Read twice, a question costs twice and
                // no more.
                request.resendsWhenKeptConnectionEnds = true
                status = nil
                let response = try await client.send(request, retrying: Self.retries, through: breakers)
                status = response.status
                try await read(response, with: decoder, lease, into: channel, &hasSpoken)
            }
        } catch let error as ModelProviderError {
            report(error, status)
            throw error.forSession(now: .now)
        } catch let error as any KeyLeaseError where error.hasNoUsableKey {
            let error = ModelProviderError(.noUsableKey, error.message, retryAfter: error.retryAfter)
            report(error, nil)
            throw error
        } catch let error as TransportError where error.code == .cancelled && Task.isCancelled {
            throw CancellationError()
        } catch {
            report(error, status)
            throw error
        }
    }

    /// Tells whoever logs the turn where its call failed.
    private func report(_ error: any Error, _ status: Int?) {
        let fault = Fault(error, now: .now).kind
        guard fault != .cancelled else { return }
        UpstreamFailures.current?.report(UpstreamFailure(host: host, status: status, fault: fault))
    }

    private func read(
        _ response: HTTPResponse,
        with decoder: some ModelStreamDecoder,
        _ lease: KeyLease?,
        into channel: LanguageModelExecutorGenerationChannel,
        _ hasSpoken: inout Bool
    ) async throws {
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
            var decoder = decoder
            var events: [ModelStreamEvent] = []
            try body.withUnsafeBufferPointer { try decoder.decode($0, into: &events) }
            hasSpoken = true
            lease?.report(.accepted)
            for event in events.channelEvents { await channel.send(event) }
            for event in try decoder.finish().channelEvents { await channel.send(event) }
            return
        }
        switch framing {
        case .events:
            let reader = ModelStreamReader(ServerSentEventDecoder(), decoder)
            try await read(response.body, reader, lease, into: channel, &hasSpoken)
        case .lines:
            let reader = ModelStreamReader(NDJSONDecoder(), decoder)
            try await read(response.body, reader, lease, into: channel, &hasSpoken)
        }
    }

    private func read(
        _ body: HTTPResponseBody,
        _ reader: ModelStreamReader<some ModelStreamCutter, some ModelStreamDecoder>,
        _ lease: KeyLease?,
        into channel: LanguageModelExecutorGenerationChannel,
        _ hasSpoken: inout Bool
    ) async throws {
        let listener = AnswerListener(reader, channel: channel, lease: lease, release: body.release)
        defer { hasSpoken = listener.hasSpoken }
        try await body.push(to: listener)
        // Most providers end the body with the answer, so that there is nothing to wait for.
        if try listener.isDone() {
            var pieces = body.makeAsyncIterator()
            if !pieces.skip() { letEnd(pieces) }
        }
        for event in try listener.finish() { await channel.send(event) }
    }

    /// Reads the last bytes after the answer's end, so that the connection can be used again.
    private func letEnd(_ pieces: HTTPResponseBody.Iterator) {
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
}
