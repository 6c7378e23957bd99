extension HTTPRequest {
    /// Returns a URL from a base, a path and a query, with percent-encoding where it is needed.
    ///
    /// ```swift
    /// HTTPRequest.url("https://api.example/v1/", "/search", query: [("q", "京都 紅葉")])
    /// // https://api.example/v1/search?q=%E4%BA%AC%E9%83%BD%20%E7%B4%85%E8%91%89
    /// ```
    ///
    /// - Parameters:
    ///   - base: An encoded URL without a query; it may end with a slash.
    ///   - path: The rest of the path in plain text: `%`, `?` and `#` in it are encoded, slashes are not. May be empty.
    ///   - query: Names and values in plain text, in order.
    public static func url(_ base: String, _ path: String, query: [(String, String)] = []) -> String {
        var url = base[...]
        if !path.isEmpty {
            if url.hasSuffix("/") { url.removeLast() }
            if !path.hasPrefix("/") { url += "/" }
            url += path.percentEncoded(keeping: "/:@!$&'()*+,;=")
        }
        guard !query.isEmpty else { return String(url) }
        let pairs = query.map { "\($0.0.percentEncoded(keeping: ""))=\($0.1.percentEncoded(keeping: ""))" }
        return "\(url)?\(pairs.joined(separator: "&"))"
    }
}

extension String {
    /// Encodes every byte except RFC 3986's unreserved ones and those in `kept`.
    fileprivate func percentEncoded(keeping kept: StaticString) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        return kept.withUTF8Buffer { kept in
            var result: [UInt8] = []
            result.reserveCapacity(utf8.count)
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    result.append(byte)
                case _ where kept.contains(byte):
                    result.append(byte)
                default:
                    result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
            }
            return String(decoding: result, as: UTF8.self)
        }
    }
}

extension HTTPRequest {
    /// Returns the URL to which a reference in a page leads; the reference may be absolute, or relative to the URL of the page.
    ///
    /// ```swift
    /// HTTPRequest.url("../b?q=1", relativeTo: "https://example.test/dir/a")
    /// // https://example.test/b?q=1
    /// ```
    public static func url(_ reference: String, relativeTo base: String) -> String {
        URIReference(reference).resolved(against: URIReference(base)).description
    }
}
