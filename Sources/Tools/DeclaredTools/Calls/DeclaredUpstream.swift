import AgentTools
import FoundationEssentials
import KeyLeasing
import Secrets
import Synchronization
package import ToolDeclarations
import Transport

/// A declared service at work: it sends requests with keys of the service's pool, within the declared limits.
package final class DeclaredUpstream: Sendable {
    /// The declaration.
    package let declaration: UpstreamDeclaration
    let surroundings: DeclaredToolSurroundings
    private let limiter: CallLimiter
    private let tokens: ClientTokens
    private let clock = Mutex(ServiceClock())
    private let stored = AnswerStore()
    /// The start of all URLs of the base, and what holds for them.
    private let base: (start: [UInt8], host: String, isPermitted: Bool, isNamed: Bool)

    /// Makes a service; nothing is sent yet.
    package init(_ declaration: UpstreamDeclaration, in surroundings: DeclaredToolSurroundings) {
        (self.declaration, self.surroundings) = (declaration, surroundings)
        limiter = CallLimiter(declaration.limits)
        tokens = ClientTokens(surroundings)
        let origin = declaration.base.origin
        base = (
            Array("\(origin)/".utf8), HTTPRequest.host(of: "\(origin)/"), surroundings.hosts.permits(origin),
            surroundings.hosts.isNamed(origin)
        )
    }

    /// Whether anybody could ask the service as Torii does: with TLS, at hosts that the operator did not have to permit by name.
    ///
    /// Private addresses are reached by name only, and a service there without a key may trust its whole network.
    var isOfTheInternet: Bool {
        ([declaration.base.origin] + declaration.hosts).allSatisfy { origin in
            origin.scheme == "https" && !surroundings.hosts.isNamed(origin)
                && (IPAddress(origin.host)?.addressClass ?? .global) == .global
        }
    }

    /// The name that people see.
    var title: String { declaration.title ?? declaration.base.origin.host }

    /// Sends a request and returns the answer, which is no failure.
    ///
    /// - Throws: ``UpstreamFailure``; `CancellationError`.
    func send(_ call: UpstreamCall) async throws -> DeclaredAnswer {
        let isOfBase = call.request.url.utf8.starts(with: base.start)
        let host = isOfBase ? base.host : HTTPRequest.host(of: call.request.url)
        guard isOfBase ? base.isPermitted : WebOrigin(ofURL: call.request.url).map(isReachable) ?? false else {
            throw UpstreamFailure(.misconfigured, host: host)
        }
        // A key belongs to the origin of the base; other origins, which a page or a status address may name, do without.
        guard declaration.needsKey, isOfBase || WebOrigin(ofURL: call.request.url) == declaration.base.origin else {
            return try await exchange(call, RequestCredentials(), host)
        }
        return try await KeyedCall.perform(
            lease: {
                try await UpstreamFailure.lease(
                    { [self] in try await surroundings.lease(declaration) },
                    host: host
                )
            },
            outcome: { ($0 as? UpstreamFailure)?.keyOutcome },
            { lease in
                let answer = try await send(call, lease, host)
                lease?.report(.accepted)
                return answer
            }
        )
    }

    /// Whether requests may go to an origin: it is that of the base or a declared one, and the operator permits it.
    func isReachable(_ origin: WebOrigin) -> Bool {
        (origin == declaration.base.origin || declaration.hosts.contains(origin)) && surroundings.hosts.permits(origin)
    }
}

// MARK: - Keys

extension DeclaredUpstream {
    private func send(_ call: UpstreamCall, _ lease: KeyLease?, _ host: String) async throws -> DeclaredAnswer {
        guard let lease else {
            guard declaration.auth.contains(where: \.parts.isEmpty) else {
                throw UpstreamFailure(.notConfigured, host: host)
            }
            return try await exchange(call, RequestCredentials(), host)
        }
        var isSecond = false
        while true {
            let (credentials, token) = try await credentials(call.request, lease, host)
            do {
                return try await exchange(
                    call,
                    credentials,
                    host,
                    SecretEcho(of: lease, and: [token?.secret].compactMap(\.self))
                )
            } catch let failure as UpstreamFailure where failure.code == .keyRefused && token != nil && !isSecond {
                // The token may have been withdrawn before its end; the key itself is not refused yet.
                if let token { tokens.drop(token, of: lease.keyID) }
                isSecond = true
            } catch is ClockDifference where !isSecond {
                isSecond = true
            } catch is ClockDifference {
                throw UpstreamFailure(.keyRefused, host: host)
            }
        }
    }

    /// Returns what proves the key, by the first placement that the key fits.
    private func credentials(
        _ request: DeclaredRequest,
        _ lease: KeyLease,
        _ host: String
    ) async throws -> (RequestCredentials, ClientToken?) {
        for placement in declaration.auth where !placement.parts.isEmpty {
            var token: ClientToken?
            if let client = placement.clientCredentials { token = try await tokens.token(of: lease, client) }
            let time = clock.withLock { $0.time(at: surroundings.now()) }
            do throws(KeyFormFault) {
                let found = try placement.credentials(lease.secret, token: token?.secret, for: request, at: time)
                return (found, token)
            } catch {
                continue
            }
        }
        throw UpstreamFailure(.misconfigured, host: host)
    }
}

extension KeyPlacement {
    fileprivate var clientCredentials: ClientCredentials? {
        for case .oauth2(let credentials) in parts { return credentials }
        return nil
    }

    fileprivate var containsTime: Bool {
        parts.contains { part in
            switch part {
            case .sigV4: true
            case .hmac(let signature): signature.over.contains(.timestamp)
            default: false
            }
        }
    }
}

/// The error of a signed request that was refused by a service whose clock differs; the difference is known now.
private struct ClockDifference: Error {}

// MARK: - Requests

extension DeclaredUpstream {
    private func exchange(
        _ call: UpstreamCall,
        _ credentials: RequestCredentials,
        _ host: String,
        _ echo: SecretEcho? = nil
    ) async throws -> DeclaredAnswer {
        let kept = call.isKept ? stored.answer(to: call.request) : nil
        let answer = try await limiter.admit(until: call.end, host: host) { () async throws -> DeclaredAnswer in
            try await self.answer(call, credentials, kept?.headers["ETag"], host, echo)
        }
        if answer.status == 304, let kept { return kept }
        let meaning = declaration.meaning(of: answer)
        if let code = meaning.failureCode {
            let now = surroundings.now()
            if declaration.auth.contains(where: \.containsTime), [400, 401, 403].contains(answer.status),
                clock.withLock({ $0.adopt(answer.headers["Date"], at: now) })
            {
                throw ClockDifference()
            }
            throw UpstreamFailure(code, host: host, retryAfter: answer.headers.limitReset(now: now))
        }
        if meaning == .ok, case .unreadable = answer.content { throw UpstreamFailure(.unreadable, host: host) }
        if call.isKept { stored.keep(answer, to: call.request) }
        return answer
    }

    private func answer(
        _ call: UpstreamCall,
        _ credentials: RequestCredentials,
        _ tag: String?,
        _ host: String,
        _ echo: SecretEcho?
    ) async throws -> DeclaredAnswer {
        var request = HTTPRequest(call, credentials)
        request.echo = echo
        request.isTrusted =
            call.request.url.utf8.starts(with: base.start)
            ? base.isNamed : surroundings.hosts.isNamed(call.request.url)
        if let tag { request.headers.append("If-None-Match", .plain(tag)) }
        do throws(TransportError) {
            let (response, url) = try await response(to: request, call)
            let bytes = try await response.body.collect(upTo: call.bytes)
            return DeclaredAnswer(
                status: response.status,
                headers: response.headers,
                url: url,
                bytes: bytes,
                form: call.form,
                without: echo
            )
        } catch {
            try Task.checkCancellation()
            throw UpstreamFailure(UpstreamFailure.Code(error), host: host)
        }
    }

    private func response(
        to request: HTTPRequest,
        _ call: UpstreamCall
    ) async throws(TransportError) -> (HTTPResponse, url: String) {
        if call.followsRedirects, request.method == .get,
            let host = HostPatterns([declaration.base.origin.host])
        {
            let fetched = try await surroundings.client.fetch(request, following: RedirectPolicy(hosts: host))
            return (fetched.response, call.request.url)
        }
        // A refusal because of a limit is not waited for here: another key may be free.
        var policy = RetryPolicy(
            maximumAttempts: declaration.attempts,
            statuses: [408, 425, 500, 502, 503, 504],
            refusals: [],
            deadline: request.timeouts.total
        )
        policy.methods = call.isRepeatable ? [request.method] : []
        let response = try await surroundings.client.send(
            request,
            retrying: policy,
            through: surroundings.breakers
        )
        return (response, call.request.url)
    }
}

extension HTTPRequest {
    /// Makes the request of a call, with what proves the key.
    fileprivate init(_ call: UpstreamCall, _ credentials: RequestCredentials) {
        var url = call.request.url
        // The one place where a key becomes a part of an address; an address is never logged or shown.
        for field in credentials.query {
            url += url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
            url += "\(field.name)=" + field.value.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        var headers = HTTPHeaders()
        for field in call.request.headers { headers.append(field.name, .plain(field.value)) }
        for field in credentials.headers { headers.append(field.name, .secret(field.value, prefix: "")) }
        if !headers.contains("Accept") { headers.append("Accept", .plain(call.form.accepted)) }
        let rest = max(.milliseconds(1), call.end - .now)
        self.init(
            HTTPMethod(rawValue: call.request.method),
            url,
            headers: headers,
            body: call.request.body,
            timeouts: HTTPTimeouts(
                connect: min(.seconds(10), rest),
                firstByte: rest,
                idle: min(.seconds(30), rest),
                total: rest,
                queue: rest
            )
        )
        acceptsCompression = true
        maximumDecodedBytes = call.bytes
    }
}

extension AnswerForm? {
    /// The media types that a request asks for.
    fileprivate var accepted: String {
        switch self {
        case .json?: "application/json"
        case .xml?: "application/xml, text/xml;q=0.9"
        case .csv?: "text/csv"
        case .text?: "text/plain, */*;q=0.5"
        case .binary?: "*/*"
        case nil: "application/json, */*;q=0.5"
        }
    }
}

extension WebOrigin {
    /// Reads the origin of a URL, as the one that sends the request does; `nil` if there is none.
    init?(ofURL url: String) {
        guard let origin = HTTPOrigin(url), let port = Int(origin.port), ["http", "https"].contains(origin.scheme)
        else {
            return nil
        }
        let host = origin.host.hasPrefix("[") ? String(origin.host.dropFirst().dropLast()) : origin.host
        self.init(scheme: origin.scheme, host: host, port: port)
    }
}

extension AllowedHosts {
    /// Returns whether the operator named the host of a URL, which may then be at any address.
    func isNamed(_ url: String) -> Bool { WebOrigin(ofURL: url).map { isNamed($0) } ?? false }
}
