import CCurl

/// The scheme, host and port of a URL, which identify its server.
///
/// libcurl's parser reads them, so the values compared are the ones used to connect.
package struct HTTPOrigin: Sendable, Hashable {
    package let scheme: String
    package let host: String
    package let port: String

    /// Reads a URL; `nil` when libcurl cannot, or does not know the scheme's port.
    package init?(_ url: String) {
        guard !url.utf8.contains(0), let parser = curl_url() else { return nil }
        defer { curl_url_cleanup(parser) }
        guard curl_url_set(parser, CURLUPART_URL, url, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parser),
            let host = Self.part(CURLUPART_HOST, of: parser),
            let port = Self.part(CURLUPART_PORT, of: parser)
        else { return nil }
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.port = port
    }

    private static func part(_ part: CURLUPart, of parser: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parser, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
