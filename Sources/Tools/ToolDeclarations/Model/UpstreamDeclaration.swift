package import JSONQuery

/// A service that declared tools call.
package struct UpstreamDeclaration: Sendable {
    /// The name of its key pool, its circuit breaker and its label in metrics.
    package var name: String
    /// The name that people see; `nil` to show the host.
    package var title: String?
    /// The address that all requests start with.
    package var base: BaseAddress
    /// Further origins that pages, status addresses, tokens and files may be at.
    package var hosts: [WebOrigin]
    /// The ways to send the key, of which the first that fits the stored key is used.
    ///
    /// An open service has none.
    package var auth: [KeyPlacement]
    /// The call that shows whether a key is accepted.
    package var check: KeyCheckDeclaration?
    /// The meaning of failures, before the built-in rules; the first that matches counts.
    package var faults: [FaultRule]
    /// The limits of its tools, which a tool may lower.
    package var limits: CallLimits
    /// The number of times that a safe request is sent at most.
    package var attempts: Int

    /// Whether the service needs a key of the vault.
    package var needsKey: Bool { auth.contains { !$0.parts.isEmpty } }
}

/// A scheme, a host and a port.
package struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// `https` or `http`.
    package var scheme: String
    /// The host in lower case; an IPv6 address without brackets.
    package var host: String
    /// The port, also if it is the scheme's default.
    package var port: Int

    package init(scheme: String, host: String, port: Int) { (self.scheme, self.host, self.port) = (scheme, host, port) }

    /// The origin as at the start of a URL.
    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
    }
}

/// The address that all requests to a service start with.
package struct BaseAddress: Sendable, Hashable, CustomStringConvertible {
    /// The origin.
    package var origin: WebOrigin
    /// The path, percent-encoded, with a slash at the start and none at the end; empty for none.
    package var path: String

    package init(origin: WebOrigin, path: String = "") { (self.origin, self.path) = (origin, path) }

    /// The address as a URL.
    package var description: String { origin.description + path }
}

/// One way to send a key: all parts together.
package struct KeyPlacement: Sendable {
    /// A part of a request that contains the key, or is made from it.
    package enum Part: Sendable {
        /// `Authorization: Bearer …`.
        case bearer(KeyTemplate)
        /// A header field.
        case header(name: String, KeyTemplate)
        /// A parameter of the query.
        case query(name: String, KeyTemplate)
        /// A cookie.
        case cookie(name: String, KeyTemplate)
        /// `Authorization: Basic …`.
        case basic(user: KeyTemplate, password: KeyTemplate)
        /// A token that the key obtains (RFC 6749 §4.4), sent as a bearer token.
        case oauth2(ClientCredentials)
        /// The signature of AWS, version 4; the key is a JSON object with `id`, `secret` and optionally `session`.
        case sigV4(region: String, service: String)
        /// A signature with the key over parts of the request.
        case hmac(HMACSignature)
    }

    /// The parts.
    package var parts: [Part]

    package init(parts: [Part]) { self.parts = parts }
}

/// A text with the key, or with parts of a key that is a JSON object.
package struct KeyTemplate: Sendable, Hashable {
    /// A piece of the text.
    package enum Piece: Sendable, Hashable {
        case text(String)
        /// The whole key, `{key}`.
        case key
        /// A member of the key, `{key.name}`.
        case member(String)
    }

    /// The pieces in order.
    package var pieces: [Piece]

    package init(pieces: [Piece]) { self.pieces = pieces }
}

/// OAuth 2 with client credentials.
package struct ClientCredentials: Sendable, Hashable {
    /// The way the client proves itself to the token endpoint.
    package enum ClientProof: String, Sendable { case basic, body }

    /// The URL of the token endpoint; its origin is that of `base` or one of `hosts`.
    package var token: String
    /// The scopes, separated by spaces.
    package var scope: String?
    /// The audience, which some services demand.
    package var audience: String?
    /// The way the client proves itself.
    package var proof: ClientProof
    /// The `grant_type`.
    package var grant: String

    package init(
        token: String,
        scope: String? = nil,
        audience: String? = nil,
        proof: ClientProof = .basic,
        grant: String = "client_credentials"
    ) {
        (self.token, self.scope, self.audience, self.proof, self.grant) = (token, scope, audience, proof, grant)
    }
}

/// A signature over parts of a request.
package struct HMACSignature: Sendable, Hashable {
    /// A part that is signed; the parts are joined by line feeds.
    package enum Signed: String, Sendable { case method, path, query, body, timestamp }
    /// The hash function.
    package enum Hash: String, Sendable { case sha256, sha512 }

    /// The header field with the signature.
    package var header: String
    /// The parts in order.
    package var over: [Signed]
    /// The hash function.
    package var hash: Hash
    /// The header field with the seconds since 1970, if `over` contains the time.
    package var timestampHeader: String?

    package init(header: String, over: [Signed], hash: Hash = .sha256, timestampHeader: String? = nil) {
        (self.header, self.over, self.hash, self.timestampHeader) = (header, over, hash, timestampHeader)
    }
}

/// The call that shows whether a service accepts a key.
package struct KeyCheckDeclaration: Sendable {
    /// The request; it has no slots.
    package var request: RequestTemplate
    /// The statuses by which the key is accepted.
    package var accepted: [StatusPattern]
    /// The statuses by which it is refused.
    package var refused: [StatusPattern]
    /// A query that must find something in an accepted answer.
    package var requires: JSONQuery?
}

/// One status, or all of a class.
package enum StatusPattern: Sendable, Hashable {
    case exactly(Int)
    /// All statuses whose first digit this is.
    case `class`(Int)

    /// Returns whether a status matches.
    package func matches(_ status: Int) -> Bool {
        switch self {
        case .exactly(let one): status == one
        case .class(let digit): status / 100 == digit
        }
    }
}

/// The meaning of some answers of a service.
package struct FaultRule: Sendable {
    /// The meaning of an answer.
    package enum Meaning: String, Sendable, CaseIterable {
        case keyRefused, outOfCredit, rateLimited, unavailable, refused, unreadable, notFound, ok
    }

    /// The statuses; `nil` for any.
    package var status: StatusPattern?
    /// A query that must find something in the body; `nil` for any body.
    package var condition: JSONQuery?
    /// Header fields that the answer must have with these values, compared without case.
    package var headers: [(name: String, value: String)]
    /// The meaning.
    package var meaning: Meaning

    package init(
        status: StatusPattern? = nil,
        condition: JSONQuery? = nil,
        headers: [(name: String, value: String)] = [],
        meaning: Meaning
    ) {
        (self.status, self.condition, self.headers, self.meaning) = (status, condition, headers, meaning)
    }
}

/// The limits of calls.
package struct CallLimits: Sendable, Hashable {
    /// Calls in a time.
    package struct Rate: Sendable, Hashable {
        package var calls: Int
        package var period: Duration
    }

    /// The rate of requests; `nil` for none.
    package var rate: Rate?
    /// The number of requests at the same time.
    package var concurrent: Int
    /// The bytes of an answer, decoded.
    package var bytes: Int
    /// The time of a call with all its pages and polls.
    package var deadline: Duration

    package init(
        rate: Rate? = nil,
        concurrent: Int = 8,
        bytes: Int = 2_000_000,
        deadline: Duration = .seconds(20)
    ) {
        (self.rate, self.concurrent, self.bytes, self.deadline) = (rate, concurrent, bytes, deadline)
    }
}
