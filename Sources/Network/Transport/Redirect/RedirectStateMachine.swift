/// The state of a request through its redirects: it decides whether to follow an answer and makes the next request, but sends nothing.
///
/// It follows RFC 9110 §15.4 and the behavior of browsers: 307 and 308 repeat the request unchanged, 303 becomes a GET (a HEAD stays
/// one), 301 and 302 turn a POST into a GET. When the scheme, host or port changes, fields that may be credentials are removed, and the
/// request is no longer trusted. No redirect leads from `https` to `http`, and no body goes to another server than the first.
struct RedirectStateMachine {
    /// The decision on an answer.
    enum Decision {
        /// It is the answer to the request.
        case answer
        /// This request must be sent next.
        case follow(HTTPRequest)
        /// The redirect is not followed.
        case refuse(TransportError)
    }

    /// The request that was sent last.
    private(set) var request: HTTPRequest
    private let policy: RedirectPolicy
    private var followed = 0
    private var visited: Set<String> = []

    /// A machine that waits for the answer to a request.
    init(request: HTTPRequest, policy: RedirectPolicy) {
        self.request = request
        self.policy = policy
        visited = [Self.identity(request)]
    }

    /// Processes the header of the answer to ``request``.
    mutating func processAnswer(status: Int, headers: HTTPHeaders) -> Decision {
        guard [301, 302, 303, 307, 308].contains(status), let location = headers["Location"] else { return .answer }
        guard Set(headers.values(of: "Location")).count == 1 else {
            return refuse(.policy, "\(host) redirects to several addresses at once.")
        }
        guard followed < policy.maximum else {
            return refuse(.limit, "\(host) redirects once more after \(followed) redirects; no more are followed.")
        }
        let base = URIReference(request.url)
        var target = URIReference(location.percentEncodingStrayBytes).resolved(against: base)
        target.fragment = target.fragment ?? base.fragment
        var next = request
        next.url = target.description
        changeMethod(of: &next, after: status)
        if let refusal = checkTarget(of: &next) { return refusal }
        guard visited.insert(Self.identity(next)).inserted else {
            return refuse(.policy, "\(host) redirects in a circle.")
        }
        followed += 1
        request = next
        return .follow(next)
    }

    private var host: String { HTTPRequest.host(of: request.url) }

    private func refuse(_ code: TransportError.Code, _ message: String) -> Decision {
        .refuse(TransportError(code, message))
    }

    /// Returns the method and the URL without its fragment, which is not sent.
    private static func identity(_ request: HTTPRequest) -> String {
        var reference = URIReference(request.url)
        reference.fragment = nil
        return "\(request.method.rawValue) \(reference)"
    }
}

// MARK: The next request

extension RedirectStateMachine {
    /// Turns the request into a GET if the status requires it.
    private func changeMethod(of next: inout HTTPRequest, after status: Int) {
        let becomesGet =
            switch status {
            case 301, 302: next.method == .post
            case 303: next.method != .get && next.method != .head
            default: false
            }
        guard becomesGet else { return }
        next.method = .get
        next.body = nil
        next.headers.removeAll { $0.isAboutBody }
    }

    /// Checks the target of the redirect, and removes what must not go there; returns a decision when the redirect is refused.
    private func checkTarget(of next: inout HTTPRequest) -> Decision? {
        // libcurl accepts one slash or three before the host, but relative addresses could not be resolved against such a URL.
        guard let here = HTTPOrigin(request.url), let there = HTTPOrigin(next.url),
            URIReference(next.url).authority?.isEmpty == false
        else {
            return refuse(.policy, "\(host) redirects to an address that is no URL.")
        }
        guard there.scheme == "http" || there.scheme == "https" else {
            return refuse(.policy, "\(host) redirects to \(there.scheme); only http and https are allowed.")
        }
        guard here.scheme == "http" || there.scheme == "https" else {
            return refuse(.policy, "\(host) redirects from https to http; that is not followed.")
        }
        if let refusal = policy.refusal(of: next.url) { return .refuse(refusal) }
        guard here != there else { return nil }
        guard next.body == nil else {
            return refuse(
                .policy,
                "\(host) redirects a \(next.method.rawValue) to \(HTTPRequest.host(of: next.url)); "
                    + "its body is not sent to another server."
            )
        }
        next.headers.removeAll { $0.mayBeCredential || $0.isAboutServer }
        // The operator configured the first server, but not the target of its redirects.
        next.isTrusted = false
        return nil
    }
}

extension HTTPHeaders {
    fileprivate mutating func removeAll(where isUnwanted: (Field) -> Bool) {
        for field in fields where isUnwanted(field) { remove(field.name) }
    }
}

extension HTTPHeaders.Field {
    /// Whether it describes the body of the request.
    fileprivate var isAboutBody: Bool {
        let name = name.lowercased()
        return name.hasPrefix("content-") || ["digest", "expect", "trailer", "transfer-encoding"].contains(name)
    }

    /// Whether it is meaningful for its own server only.
    fileprivate var isAboutServer: Bool { ["host", "origin", "referer"].contains(name.lowercased()) }

    /// Whether it is a secret, or has a name under which credentials are sent.
    fileprivate var mayBeCredential: Bool {
        if case .secret = value { return true }
        let name = name.lowercased()
        return ["auth", "cookie", "credential", "key", "password", "secret", "session", "signature", "token"]
            .contains { name.firstRange(of: $0) != nil }
    }
}

extension String {
    /// The text with every byte encoded that no URL may contain; some servers send spaces and letters of other scripts unencoded.
    fileprivate var percentEncodingStrayBytes: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in utf8 {
            if byte <= 0x20 || byte >= 0x7F || #""<>\^`{|}"#.utf8.contains(byte) {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
