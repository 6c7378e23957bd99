extension HTTPRequest {
    /// The host of a URL and its port, if it names one, as messages may show them: never a user name or a password.
    ///
    /// ```swift
    /// HTTPRequest.host(of: "https://me:word@api.example:8443/v1?q=a")
    /// // api.example:8443
    /// ```
    ///
    /// It is for text alone. What is connected to is read by libcurl, which refuses what is malformed.
    public static func host(of url: String) -> String {
        // Bytes, for a combining mark after the "@" would make another character of it.
        let scheme = url.utf8.prefix(while: \.isSchemeByte)
        let rest = url.utf8[scheme.endIndex...]
        let start = rest.starts(with: "://".utf8) ? rest.dropFirst(3) : url.utf8[...]
        let authority = start.prefix { !"/?#".utf8.contains($0) }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
        // A port that is no number can be the beginning of a password with a slash in it.
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), !host[colon...].dropFirst().allSatisfy(\.isPortByte),
            !(host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]"))
        {
            return String(Substring(host[..<colon]))
        }
        return String(Substring(host))
    }
}

extension UInt8 {
    /// RFC 3986's letters of a scheme.
    fileprivate var isSchemeByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    fileprivate var isPortByte: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
