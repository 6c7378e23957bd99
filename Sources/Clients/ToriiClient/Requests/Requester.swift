#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
package import AgentWire
import Secrets
package import StreamingJSON

/// Sends requests to one server with its token, and repeats those that may succeed later.
///
/// Each request of Torii may be repeated: it has an idempotency key, or its effect is the same the second time.
package struct Requester: Sendable {
    package let base: String
    package let exchange: any HTTPExchange
    private let tokens: TokenCache
    package let configuration: ToriiService.Configuration
    /// Waits between two attempts; tests return at once.
    package var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Waits for a deadline; tests decide when it passes.
    package var deadline: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Returns a random number from 0 to 1.
    package var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// The longest explanation of an error that is read, in bytes.
    private static let maximumErrorBytes = 256 * 1024

    init(base: String, exchange: any HTTPExchange, tokens: TokenCache, configuration: ToriiService.Configuration) {
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        self.exchange = exchange
        self.tokens = tokens
        self.configuration = configuration
    }

    /// Makes one attempt, and a second one with a new token if the server refuses the first.
    ///
    /// - Returns: A response with a status of success.
    /// - Throws: The error of every other status.
    package func open(_ request: WireRequest) async throws(ToriiError) -> ExchangeResponse {
        let token = try await token(after: nil)
        let response = try await send(request, token)
        guard response.status == 401 else { return try await checked(response) }
        let replacement = try await self.token(after: token)
        // A provider with one fixed token returns the same again.
        guard replacement != token else { return try await checked(response) }
        return try await checked(try await send(request, replacement))
    }

    /// Sends a request, repeats it as its errors and the policy allow, and returns the body; `nil` for a response without one.
    package func json(_ request: WireRequest) async throws(ToriiError) -> JSONValue? {
        var attempts = Attempts(configuration.reconnect)
        while true {
            do throws(ToriiError) {
                return try await read(try await open(request), of: request)
            } catch {
                // An earlier attempt, whose response was lost, has deleted it.
                if request.method == "DELETE", error.status == 404, attempts.failures > 0 { return nil }
                guard !Task.isCancelled, let delay = attempts.failed(error, jitter: jitter()) else { throw error }
                do { try await pause(delay) } catch { throw .canceled }
            }
        }
    }

    /// Sends a request and returns the value in the response.
    package func value<Value: WireValue>(_ request: WireRequest) async throws(ToriiError) -> Value {
        let json = try await json(request) ?? .null
        do throws(WireError) {
            return try Value(jsonValue: json)
        } catch {
            throw ToriiError(.invalidAnswer, "The server's answer has another form than expected: \(error)")
        }
    }

    private func read(_ response: ExchangeResponse, of request: WireRequest) async throws(ToriiError) -> JSONValue? {
        let body: [UInt8]
        do throws(ExchangeError) {
            body = try await response.body.collect(upTo: request.maximumBytes)
        } catch {
            throw ToriiError(error)
        }
        guard !body.isEmpty else { return nil }
        do throws(JSONParseError) {
            return try JSONValue(parsing: body)
        } catch {
            throw ToriiError(
                .invalidAnswer,
                "The server's answer is not JSON: \(error). Check that the address is that of a Torii server.",
                status: response.status
            )
        }
    }

    private func send(_ request: WireRequest, _ token: SecretString) async throws(ToriiError) -> ExchangeResponse {
        var headers = request.headers
        headers.append(ExchangeField("Accept", request.accept))
        if request.body != nil { headers.append(ExchangeField("Content-Type", "application/json")) }
        headers.append(ExchangeField("User-Agent", configuration.userAgent))
        var body: [UInt8]?
        if let json = request.body {
            var bytes: [UInt8] = []
            json.write(into: &bytes)
            body = bytes
        }
        do throws(ExchangeError) {
            return try await exchange.send(
                ExchangeRequest(
                    method: request.method,
                    url: base + request.target,
                    headers: headers,
                    token: token.isEmpty ? nil : token,
                    body: body
                )
            )
        } catch {
            throw ToriiError(error)
        }
    }

    private func checked(_ response: ExchangeResponse) async throws(ToriiError) -> ExchangeResponse {
        if (200..<300).contains(response.status) { return response }
        if (300..<400).contains(response.status) {
            let place = response.header("location").map { " to \($0)" } ?? ""
            throw ToriiError(
                .invalidAnswer,
                "The server redirects\(place), where the token is not sent. Use the address of the Torii server itself.",
                status: response.status
            )
        }
        // A body that ends early still has its status.
        let body = (try? await response.body.collect(upTo: Self.maximumErrorBytes)) ?? []
        let retryAfter = response.header("retry-after").flatMap { Self.wait($0, now: Date()) }
        throw ToriiError(
            status: response.status,
            body: body,
            retryAfter: retryAfter,
            run: response.header("torii-run")
        )
    }

    private func token(after refused: SecretString?) async throws(ToriiError) -> SecretString {
        do {
            return try await tokens.result(after: refused).get()
        } catch let error as ToriiError {
            throw error
        } catch is CancellationError {
            throw .canceled
        } catch {
            throw ToriiError(.unauthorized, "The app's token provider failed: \(error)")
        }
    }

    /// Reads `Retry-After`: seconds or a date; `nil` for other texts.
    static func wait(_ field: String, now: Date) -> Duration? {
        let seconds = Double(field) ?? ServerClock.date(field).map { max(0, $0.timeIntervalSince(now)) }
        guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
        return .seconds(min(seconds, 86_400))
    }
}

extension ToriiError {
    /// The error of a canceled task.
    static var canceled: ToriiError { ToriiError(.canceled, "The task was canceled.") }
}
