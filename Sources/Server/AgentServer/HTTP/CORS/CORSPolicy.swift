import AgentWire

/// The origins whose web pages may call the server from a browser (CORS); none by default.
///
/// A browser sends a page's origin with each request, and exposes the response to the page only if it names the origin. Access always needs
/// a token: cookies are for the server's own pages, so no response allows credentials.
package struct CORSPolicy: Sendable, Equatable {
    private let origins: Set<String>

    package init(_ origins: [String] = []) { self.origins = Set(origins) }

    /// Whether no page may call the server.
    package var isEmpty: Bool { origins.isEmpty }

    /// Returns whether pages of an origin may read responses.
    ///
    /// - Parameter origin: The origin as the browser sends it.
    func allows(_ origin: String) -> Bool { origins.contains(origin) }

    /// Returns an origin in the form of browsers: in lower case, without a default port.
    ///
    /// - Parameter text: The operator's text, such as `https://app.example`, `http://localhost:3000` or `capacitor://localhost`.
    /// - Returns: `nil` for anything other than a scheme, a host and an optional port; also for `*` and `null`, which match many pages.
    package static func origin(_ text: String) -> String? {
        guard let separator = text.firstRange(of: "://"), let host = HostField(String(text[separator.upperBound...]))
        else {
            return nil
        }
        let scheme = text[..<separator.lowerBound].lowercased()
        guard let first = scheme.utf8.first, Self.isLetter(first), scheme.utf8.allSatisfy(Self.isOfScheme) else {
            return nil
        }
        let name = host.name.utf8.contains(UInt8(ascii: ":")) ? "[\(host.name)]" : host.name
        let isDefault = host.port == (scheme == "https" ? 443 : scheme == "http" ? 80 : nil)
        return "\(scheme)://\(name)" + (isDefault ? "" : host.port.map { ":\($0)" } ?? "")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    /// RFC 3986 §3.1.
    private static func isOfScheme(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}
