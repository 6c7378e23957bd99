#if canImport(Transport) && !canImport(Darwin)
import Transport

/// The exchange of systems without URLSession's streams: libcurl, over the module `Transport`.
public struct TransportExchange: HTTPExchange {
    private let client: HTTPClient

    /// Starts a client with its own thread and connections, which are released with the last copy of the exchange.
    public init(userAgent: String = "ToriiClient") {
        client = HTTPClient(configuration: .init { $0.userAgent = userAgent })
    }

    /// Sends a request and returns when the response header has arrived.
    public func send(_ request: ExchangeRequest) async throws(ExchangeError) -> ExchangeResponse {
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await client.send(HTTPRequest(request))
        } catch {
            throw ExchangeError(error)
        }
        let iterator = response.body.makeAsyncIterator()
        return ExchangeResponse(
            status: response.status,
            headers: response.headers.fields.compactMap { field in
                guard case .plain(let value) = field.value else { return nil }
                return ExchangeField(field.name, value)
            },
            body: ExchangeBody { () throws(ExchangeError) in
                // A copy of the iterator reads the same body.
                var reader = iterator
                do throws(TransportError) { return try await reader.next() } catch { throw ExchangeError(error) }
            }
        )
    }
}

extension HTTPRequest {
    fileprivate init(_ request: ExchangeRequest) {
        self.init(
            HTTPMethod(rawValue: request.method),
            request.url,
            body: request.body,
            timeouts: HTTPTimeouts(firstByte: request.silenceLimit, idle: request.silenceLimit),
            isTrusted: true
        )
        for field in request.headers { headers.append(field.name, .plain(field.value)) }
        if let token = request.token { headers.append("Authorization", .secret(token, prefix: "Bearer ")) }
    }
}

extension ExchangeError {
    fileprivate init(_ error: TransportError) {
        let kind: Kind =
            switch error.code {
            case .invalidRequest, .policy: .invalidURL
            case .resolve, .connect, .timeout(.connect), .timeout(.queue): .unreachable
            case .tls: .tls
            case .cancelled: .canceled
            default: .broken
            }
        self.init(kind, error.message)
    }
}
#endif
