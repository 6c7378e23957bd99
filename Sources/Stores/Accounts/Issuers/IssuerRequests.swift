import SignedTokens
import StreamingJSON
public import Transport

/// A document of an issuer.
public struct IssuerDocument: Sendable {
    /// The bytes; `nil` if the document has not changed since the one with the tag that was sent.
    public var bytes: [UInt8]?
    /// The tag (RFC 9110 §8.8.3) by which a later request asks for a change.
    public var tag: String?
    /// The time for which it may be kept, as its server says.
    public var maximumAge: Duration?

    /// Makes a document.
    public init(bytes: [UInt8]?, tag: String? = nil, maximumAge: Duration? = nil) {
        (self.bytes, self.tag, self.maximumAge) = (bytes, tag, maximumAge)
    }
}

/// A reader of the documents of issuers.
public protocol IssuerReader: Sendable {
    /// Checks that an address may be read, without a request.
    func check(_ address: String) throws(IssuerFault)

    /// Reads a document.
    ///
    /// - Parameter tag: The tag of the document that is known.
    /// - Returns: `nil` if there is none at the address (404).
    func document(at address: String, tag: String?) async throws(IssuerFault) -> IssuerDocument?
}

/// The reader of issuers over HTTP: at allowed hosts only, without redirects, within limits of size and time.
public struct IssuerRequests: IssuerReader {
    private let client: HTTPClient
    private let hosts: IssuerHosts

    private static let timeouts = HTTPTimeouts(
        connect: .seconds(3),
        firstByte: .seconds(5),
        idle: .seconds(5),
        total: .seconds(5),
        queue: .seconds(5)
    )
    /// The maximum length of a tag that is sent back, in bytes.
    private static let longestTag = 256

    /// Makes a reader.
    public init(client: HTTPClient, hosts: IssuerHosts) { (self.client, self.hosts) = (client, hosts) }

    /// Checks that the host of an address is allowed.
    public func check(_ address: String) throws(IssuerFault) { _ = try hosts.isNamed(address) }

    /// Reads a document; an address that the operator has not named is also checked by the client's address policy.
    public func document(at address: String, tag: String?) async throws(IssuerFault) -> IssuerDocument? {
        let isNamed = try hosts.isNamed(address)
        var headers: HTTPHeaders = ["Accept": "application/json"]
        if let tag { headers["If-None-Match"] = tag }
        var request = HTTPRequest(.get, address, headers: headers, timeouts: Self.timeouts, isTrusted: isNamed)
        request.maximumDecodedBytes = KeySet.largest
        let host = HTTPRequest.host(of: address)
        let response: HTTPResponse
        var bytes: [UInt8]?
        do throws(TransportError) {
            response = try await client.send(request)
            if response.status == 200 { bytes = try await response.body.collect(upTo: KeySet.largest) }
        } catch {
            throw IssuerFault(
                "The issuer's server \(host) sent no document: \(error.clause). Check the network and the address."
            )
        }
        let newTag = response.headers["ETag"].flatMap { $0.utf8.count <= Self.longestTag ? $0 : nil }
        switch response.status {
        case 200: return IssuerDocument(bytes: bytes, tag: newTag, maximumAge: response.headers.maximumAge)
        case 304 where tag != nil:
            return IssuerDocument(bytes: nil, tag: newTag ?? tag, maximumAge: response.headers.maximumAge)
        case 404: return nil
        case 300..<400:
            throw IssuerFault(
                "The issuer's server \(host) answered \(address.excerpt(upTo: 200)) with a redirect, which is not followed. "
                    + "Use the address to which it leads."
            )
        default:
            throw IssuerFault(
                "The issuer's server \(host) answered with HTTP \(response.status). Check the address, or wait."
            )
        }
    }
}

extension HTTPHeaders {
    /// The `max-age` of `Cache-Control` (RFC 9111 §5.2.2.1); `nil` without one that is a number of at most nine digits.
    fileprivate var maximumAge: Duration? {
        for directive in values(of: "Cache-Control").joined(separator: ",").split(separator: ",") {
            let parts = directive.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == "max-age" else { continue }
            let digits = parts[1].filter { $0 != " " && $0 != "\"" }
            return digits.utf8.count <= 9 ? Int(digits).map { Duration.seconds(max(0, $0)) } : nil
        }
        return nil
    }
}
