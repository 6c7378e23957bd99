import EventStreams
import FoundationEssentials
import KeyLeasing
import LanguageModels
import Secrets
import Transport

/// One call of a model over HTTP: sends the request and passes on the events of the answer, as they arrive.
///
/// Each attempt uses a key of the pool and reports the outcome to the pool. A request is sent again with the same key only if it did not
/// reach the provider. A response of any status is not repeated, because the provider decides when to return, and the caller or the router
/// follows it.
struct ModelCall {
    private static let longestFailure = 256 * 1024
    /// The time to wait for the end of a body after the answer is complete.
    ///
    /// It is enough for a provider that ends the body soon.
    private static let patienceWithEnd = Duration.seconds(2)
    /// The policy for repeating a request with the same key.
    ///
    /// A call costs money. It is therefore repeated only if the transport's error shows that it had no effect. A request that waited in
    /// vain for a connection is not repeated, because its time is used up.
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
    /// The provider's host, for errors.
    let host: String
    /// Lends a key for each try.
    let keys: KeySource
    /// Holds calls back from a host that keeps failing.
    let breakers: CircuitBreakers?
    /// The notes that are added to the answer.
    var marks: AnswerMarks
    /// The framing of a streamed answer.
    let framing: ModelStreamFraming
    /// Returns the error for a response with a status other than 200.
    let failure: (_ status: Int, _ headers: HTTPHeaders, _ body: [UInt8]) -> any Error

    /// Makes the call.
    ///
    /// - Parameters:
    ///   - decoder: The decoder of the answer; each attempt uses a copy.
    ///   - preferredKey: The id of the key that is tried first if it may be used; `nil` if all are as good.
    ///   - request: Returns the request with a key, or without one.
    /// - Returns: The id of the key that the provider answered to; `nil` if the call had none.
    /// - Throws: ``ModelProviderError`` for a failure of the provider; `LanguageModelError` for a refusal or a filter in the answer;
    ///   `TransportError` if there was no response.
    func stream(
        through decoder: some ModelStreamDecoder,
        into channel: LanguageModelExecutorGenerationChannel,
        preferring preferredKey: String? = nil,
        request: (SecretString?) -> HTTPRequest
    ) async throws -> String? {
        var hasSpoken = false
        var status: Int?
        var remedy: String?
        do {
            return try await KeyedCall.perform(
                lease: { try await KeyPreference.$current.withValue(preferredKey) { try await keys() } },
                outcome: KeyOutcome.init(ofModelCall:),
                mayRepeat: { !hasSpoken }
            ) { lease in
                remedy = lease?.remedy
                let key = lease?.remedy == nil ? lease : nil
                var request = request(key?.secret)
                // llama.cpp's server closes a connection after a stream without notice. If it reads the request twice, the request costs
                // twice, but does no harm.
                request.resendsWhenKeptConnectionEnds = true
                let echo = key.map { SecretEcho($0.forms, onEcho: $0.reportEcho) }
                request.echo = echo
                status = nil
                let response = try await client.send(request, retrying: Self.retries, through: breakers)
                status = response.status
                if let echo { decoder.slot?.conceal(echo) }
                let decoder = marks.decoder(decoder, keyID: key?.keyID)
                try await read(response, with: decoder, lease, echo, into: channel, &hasSpoken)
                return key?.keyID
            }
        } catch let error as ModelProviderError {
            report(error, status)
            throw remedy.map { error.afterCallWithoutKey(to: host, remedy: $0) } ?? error
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

    /// Returns the same call, whose answers name the limit of output tokens to which their request was lowered.
    func noting(outputLimit: Int?) -> ModelCall {
        var call = self
        call.marks.outputLimit = outputLimit
        return call
    }

    /// Reports the failure for the log of the turn.
    private func report(_ error: any Error, _ status: Int?) {
        let fault = ClassifiedFault(error, now: .now).kind
        guard fault != .cancelled else { return }
        ModelCallFailures.current?.report(ModelCallFailure(host: host, status: status, fault: fault))
    }

    private func read(
        _ response: HTTPResponse,
        with decoder: some ModelStreamDecoder,
        _ lease: KeyLease?,
        _ echo: SecretEcho?,
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
        let isJSON = type.hasPrefix("application/json")
        switch framing {
        case .events where isJSON:
            let reader = ModelStreamReader(JSONBodyCutter(ServerSentEventDecoder(), host: host), decoder)
            try await read(response.body, reader, lease, echo, into: channel, &hasSpoken)
        case .lines where isJSON:
            let reader = ModelStreamReader(JSONBodyCutter(NDJSONDecoder(), host: host), decoder)
            try await read(response.body, reader, lease, echo, into: channel, &hasSpoken)
        case .events:
            let reader = ModelStreamReader(ServerSentEventDecoder(), decoder)
            try await read(response.body, reader, lease, echo, into: channel, &hasSpoken)
        case .lines:
            let reader = ModelStreamReader(NDJSONDecoder(), decoder)
            try await read(response.body, reader, lease, echo, into: channel, &hasSpoken)
        }
    }

    private func read(
        _ body: HTTPResponseBody,
        _ reader: ModelStreamReader<some ModelStreamCutter, some ModelStreamDecoder>,
        _ lease: KeyLease?,
        _ echo: SecretEcho?,
        into channel: LanguageModelExecutorGenerationChannel,
        _ hasSpoken: inout Bool
    ) async throws {
        let listener = AnswerListener(reader, channel: channel, lease: lease, echo: echo, release: body.release)
        defer { hasSpoken = listener.hasSpoken }
        do {
            try await body.push(to: listener)
            // Most providers end the body together with the answer, so that there is nothing to wait for.
            if try listener.isDone() {
                var pieces = body.makeAsyncIterator()
                if !pieces.skip() { drain(pieces) }
            }
        } catch {
            for event in listener.heldBack() { await channel.send(event) }
            throw error
        }
        let (events, failure) = listener.finish()
        for event in events { await channel.send(event) }
        if let failure { throw failure }
    }

    /// Reads the last bytes after the answer's end, so that the connection can be used again.
    private func drain(_ pieces: HTTPResponseBody.Iterator) {
        // An unstructured task, because the round is over and must not wait for a provider that is slow to end its body. The task holds
        // only the body and ends with it or at the deadline. The deadline is a sleep beside the reading, because each byte would renew the
        // idle limit.
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
