import Accounts
import AgentWire
import HTTPTypes
import Hummingbird
import StoredValues

/// The cookie of a browser's sign-in to one of the pages, and the rules for requests that have it.
///
/// Ports of one machine share cookies and are one site for browsers. So a `SameSite=Strict` cookie also arrives with requests that another
/// program's page sends. Every request with a cookie must therefore have a header field that no page of another origin can send without
/// asking first, and its origin must be this server's, also if it only reads.
///
/// The browser also shows that cookie to every other program on this machine that it visits, whatever the port, and such a program is not
/// bound by these rules. So over plain HTTP the request must have a key, too, which the page keeps where ports are apart: in its storage.
struct SessionCookie: Sendable, Equatable {
    /// The name.
    let name: String
    /// The origin of the pages that send it, as browsers write it.
    let origin: String
    /// Whether browsers send it over TLS only.
    let isSecure: Bool

    /// Creates the cookie for a page at a host; `nil` if a cookie would not be safe there: over plain HTTP, away from this machine.
    ///
    /// - Parameters:
    ///   - publicURL: The URL at which clients reach the server; `nil` if the operator has set none.
    init?(_ side: BrowserSession.Side, at host: HostField, publicURL: String?) {
        let page = side == .admin ? "admin" : "chat"
        if let publicURL, let origin = CORSPolicy.origin(Self.withoutPath(publicURL)), origin.hasPrefix("https://"),
            CORSPolicy.origin("https://" + host.text) == origin
        {
            (name, self.origin, isSecure) = ("__Host-torii-\(page)", origin, true)
            return
        }
        guard host.isLoopback, let origin = CORSPolicy.origin("http://" + host.text) else { return nil }
        // Safari takes no `Secure` cookie over plain HTTP, even from this machine; ports share cookies, so the name has the port.
        (name, self.origin, isSecure) = ("torii-\(page)-\(host.port ?? 80)", origin, false)
    }

    private static func withoutPath(_ url: String) -> String {
        guard let separator = url.firstRange(of: "://") else { return url }
        return String(url[..<separator.upperBound] + url[separator.upperBound...].prefix { $0 != "/" })
    }

    /// Returns the value of `Set-Cookie`.
    ///
    /// - Parameter seconds: The time after which the browser forgets it.
    func field(_ value: String, seconds: Int) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    /// Returns the cookie's value in a request; `nil` if the request does not have it.
    func value(in request: Request) -> String? {
        for field in request.headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(name), pair.dropFirst(name.count).first == "=" else { continue }
                return String(pair.dropFirst(name.count + 1))
            }
        }
        return nil
    }

    /// Checks that a request comes from this server's own page.
    ///
    /// - Throws: ``Problem`` with the missing part.
    func checkOrigin(of request: Request) throws(Problem) {
        guard request.headers[.torii] == "1" else {
            throw Self.refusal("send the header field 'X-Torii: 1'")
        }
        if let site = request.headers[.secFetchSite] {
            guard site == "same-origin" else { throw Self.refusal("the request comes from a page of another origin") }
        }
        if let origin = request.headers[.origin] {
            guard origin == self.origin else { throw Self.refusal("the request comes from a page of another origin") }
        }
        let hasBody =
            request.headers[.transferEncoding] != nil || request.headers[.contentLength].map { $0 != "0" } ?? false
        if hasBody || request.headers[.contentType] != nil {
            let media = request.headers[.contentType].flatMap { MediaType($0) }
            guard media?.type == "application", media?.subtype == "json" else {
                throw Self.refusal("a body must be application/json")
            }
        }
    }

    private static func refusal(_ reason: String) -> Problem {
        Problem(
            .forbidden,
            detail: "a request that a cookie authenticates must come from this server's own page: \(reason)"
        )
    }
}

extension HostField {
    /// The host as it stands in a URL.
    fileprivate var text: String {
        (name.utf8.contains(UInt8(ascii: ":")) ? "[\(name)]" : name) + (port.map { ":\($0)" } ?? "")
    }

    /// Whether the host is this machine for the browser too.
    fileprivate var isLoopback: Bool {
        Listener.isLoopback(name)
    }
}

extension Request {
    /// The host that the request names; `nil` if it names none.
    var host: HostField? { head.authority.flatMap { HostField($0) } }
}
