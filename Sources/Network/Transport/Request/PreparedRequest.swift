import CCurl
import Secrets
import Telemetry

/// A checked request that libcurl can send; its secrets are still closed.
struct PreparedRequest: Sendable {
    var method: HTTPMethod
    var url: String
    /// The host as errors name it, with the port if it is not the scheme's default.
    var host: String
    /// Scheme, host and port, which identify the connections that the request can use.
    var origin: String
    var headers: HTTPHeaders
    var body: [UInt8]?
    var timeouts: HTTPTimeouts
    var maximumHeaderBytes: Int
    var isTrusted: Bool
    var isSecure: Bool
    var usesProxy: Bool
    var acceptsCompression: Bool
    /// The largest length of the decoded body.
    var maximumBodyBytes: Int
    /// Whether it is resent when a reused connection ends before the answer.
    var mayBeResent: Bool
    var caller: String
    /// Whether the request only makes the connection.
    var onlyConnects = false

    init(_ request: HTTPRequest, configuration: HTTPClient.Configuration) throws(TransportError) {
        guard !request.method.rawValue.isEmpty, request.method.rawValue.utf8.allSatisfy(\.isTokenByte) else {
            throw TransportError(.invalidRequest, "The request method is not a word.")
        }
        let target = try Target(request.url)
        isTrusted = request.isTrusted
        usesProxy = configuration.proxy?.serves(host: target.name) ?? false
        if usesProxy, !isTrusted, configuration.proxy?.carriesUntrustedRequests != true {
            throw TransportError(
                .policy,
                "The request to \(target.host) is not trusted and would go through the proxy, which is not allowed; "
                    + "its address could not be checked."
            )
        }
        host = target.host
        origin = "\(target.scheme)://\(target.host)".lowercased()
        isSecure = target.scheme == "https"
        acceptsCompression = request.acceptsCompression
        maximumBodyBytes =
            request.maximumDecodedBytes
            ?? (request.acceptsCompression ? HTTPRequest.defaultMaximumDecodedBytes : .max)
        mayBeResent = request.method.isIdempotent || request.resendsWhenKeptConnectionEnds
        caller = request.caller
        method = request.method
        url = request.url
        body = request.body
        timeouts = request.timeouts
        maximumHeaderBytes = configuration.maximumHeaderBytes
        headers = request.headers
        if !headers.contains("User-Agent") { headers.append("User-Agent", .plain(configuration.userAgent)) }
        if isTrusted, let trace = TraceContext.current, !headers.contains("traceparent") {
            for field in trace.fields { headers.append(field.name, .plain(field.value)) }
        }
        for field in headers.fields { try Self.check(field) }
    }

    /// Refuses a field that could end its line and start another one.
    private static func check(_ field: HTTPHeaders.Field) throws(TransportError) {
        guard !field.name.isEmpty, field.name.utf8.allSatisfy(\.isTokenByte) else {
            throw TransportError(.invalidRequest, "A header name holds characters that are not allowed there.")
        }
        let isClean =
            switch field.value {
            case .plain(let text): text.utf8.allSatisfy(\.isFieldByte)
            case .secret(let secret, let prefix):
                prefix.utf8.allSatisfy(\.isFieldByte) && secret.withBytes { $0.allSatisfy(\.isFieldByte) }
            }
        guard isClean else {
            throw TransportError(.invalidRequest, "The value of the header \(field.name) holds a control character.")
        }
    }
}

/// The target of a URL, as libcurl's parser reads it, so that the values checked are the ones used.
private struct Target {
    /// `http` or `https`.
    var scheme: String
    /// The host's name or address alone.
    var name: String
    /// The host, with the port if the URL names one that is not the scheme's default.
    var host: String

    init(_ url: String) throws(TransportError) {
        let malformed = TransportError(.invalidRequest, "The URL of the request is malformed.")
        guard !url.utf8.contains(0), let parser = curl_url() else { throw malformed }
        defer { curl_url_cleanup(parser) }
        guard curl_url_set(parser, CURLUPART_URL, url, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parser)?.lowercased()
        else { throw malformed }
        guard scheme == "http" || scheme == "https" else {
            throw TransportError(.policy, "Only http and https are allowed, not \(scheme).")
        }
        guard let name = Self.part(CURLUPART_HOST, of: parser) else { throw malformed }
        guard Self.part(CURLUPART_USER, of: parser) == nil, Self.part(CURLUPART_PASSWORD, of: parser) == nil else {
            throw TransportError(.policy, "The URL for \(name) holds a user name or password; send it in a header.")
        }
        self.scheme = scheme
        self.name = name
        host = Self.part(CURLUPART_PORT, of: parser, UInt32(CURLU_NO_DEFAULT_PORT)).map { "\(name):\($0)" } ?? name
    }

    private static func part(_ part: CURLUPart, of parser: OpaquePointer, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parser, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}

extension UInt8 {
    /// RFC 9110's `tchar`.
    fileprivate var isTokenByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }

    /// Whether the byte may occur in a field value: no control character except the tab.
    fileprivate var isFieldByte: Bool { (self >= 0x20 && self != 0x7F) || self == 0x09 }
}
