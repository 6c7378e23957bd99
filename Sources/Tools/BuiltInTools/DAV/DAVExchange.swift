import AgentTools
import Foundation
import StreamingJSON
import Transport

/// Sends WebDAV's queries, PROPFIND and REPORT, and reads the answers.
struct DAVExchange: Sendable {
    /// The limit on an answer in bytes; some servers send whole cards, with photos, whatever is requested.
    private static let maximumBytes = 16 << 20

    let client: HTTPClient
    /// The address that the operator configured.
    let configured: DAVAddress
    let timeouts: HTTPTimeouts

    /// An answer, and the address that sent it after redirects.
    struct Answer {
        let multistatus: DAVMultistatus
        let address: DAVAddress
    }

    /// Sends a query to a resource, or with `depth` 1 also to its members.
    ///
    /// - Throws: ``DAVFailure``, or `CancellationError` if the task was cancelled.
    func send(
        _ method: String,
        _ address: DAVAddress,
        depth: Int,
        body: String,
        credentials: DAVCredentials
    ) async throws -> Answer {
        // The server may name any address as the next one; the password must go to no other server.
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
        request.echo = credentials.echo
        request.acceptsCompression = true
        request.maximumDecodedBytes = Self.maximumBytes
        do {
            let fetched = try await client.fetch(request, following: RedirectPolicy())
            // Some servers send the same document with the status 200.
            guard [200, 207].contains(fetched.response.status) else {
                throw Self.failure(of: fetched.response, host: address.host)
            }
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
            // A 403 is not about the key: the authenticated user may not read this resource.
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

/// The reason why a WebDAV server sent no usable answer, with the status if the status was the reason.
struct DAVFailure: Error {
    let failure: UpstreamFailure
    /// The status of the answer; `nil` if there was none, or if the status was not the reason.
    let status: Int?

    init(_ code: UpstreamFailure.Code, host: String, status: Int? = nil, retryAfter: Int? = nil) {
        failure = UpstreamFailure(code, host: host, retryAfter: retryAfter)
        self.status = status
    }

    init(_ failure: UpstreamFailure) {
        self.failure = failure
        status = nil
    }

    /// Whether the resource is missing, forbidden or does not support the query, so that another resource may answer.
    var isAboutResource: Bool { status.map { [403, 404, 405, 409, 410, 501].contains($0) } ?? false }

    /// Whether the failure is about the key, so that it is the same at every resource of the account.
    var isAboutKey: Bool { [.keyRefused, .outOfCredit, .rateLimited].contains(failure.code) }
}
