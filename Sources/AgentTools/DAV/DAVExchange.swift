import Foundation
import StreamingJSON
import Transport

/// Sends WebDAV's two questions, PROPFIND and REPORT, and reads their answers.
struct DAVExchange: Sendable {
    /// Some servers send whole cards whatever is asked for, photos included.
    private static let maximumBytes = 16 << 20

    let client: HTTPClient
    /// The address that the operator configured.
    let configured: DAVAddress
    let timeouts: HTTPTimeouts

    /// An answer, and the address that gave it after redirects.
    struct Answer {
        let multistatus: DAVMultistatus
        let address: DAVAddress
    }

    /// Asks a resource, or with `depth` 1 also those in it.
    ///
    /// - Throws: ``DAVFailure``, or `CancellationError` when the task was cancelled.
    func ask(
        _ method: String,
        _ address: DAVAddress,
        depth: Int,
        body: String,
        credentials: DAVCredentials
    ) async throws -> Answer {
        // The server may name any address as the one to ask next; the password goes to no other server.
        guard address.isTrustedBy(configured) else { throw DAVFailure(.misconfigured, host: address.host) }
        var headers: HTTPHeaders = [
            "Content-Type": "application/xml; charset=utf-8", "Accept": "application/xml, text/xml",
            "Depth": .plain(String(depth)),
        ]
        if let authorization = credentials.authorization { headers.append("Authorization", authorization) }
        var request = HTTPRequest(
            HTTPMethod(rawValue: method),
            address.description,
            headers: headers,
            body: Array(body.utf8),
            timeouts: timeouts,
            isTrusted: true
        )
        request.acceptsCompression = true
        request.maximumDecodedBytes = Self.maximumBytes
        do {
            let fetched = try await client.fetch(request, following: RedirectPolicy())
            guard fetched.response.status == 207 else { throw Self.failure(of: fetched.response, host: address.host) }
            let bytes = try await fetched.response.body.collect(upTo: Self.maximumBytes)
            return Answer(
                multistatus: try DAVMultistatus(parsing: bytes),
                address: DAVAddress(fetched.url) ?? address
            )
        } catch let error as TransportError {
            try Task.checkCancellation()
            throw DAVFailure(UpstreamFailure.Code(error), host: address.host)
        } catch is XMLError {
            throw DAVFailure(.unreadable, host: address.host)
        }
    }

    private static func failure(of response: HTTPResponse, host: String) -> DAVFailure {
        let code: UpstreamFailure.Code =
            switch response.status {
            // 403 speaks of the resource: who has signed in may not see it.
            case 401: .keyRefused
            case 429: .rateLimited
            case 200..<400: .unreadable
            case 500...: .unavailable
            default: .refused
            }
        return DAVFailure(
            code,
            host: host,
            status: response.status,
            retryAfter: response.headers["Retry-After"].flatMap { Int($0) }
        )
    }
}
