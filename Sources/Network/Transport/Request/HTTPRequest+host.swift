extension HTTPRequest {
    /// Returns the host of a URL, with its port if the URL has one, for messages: never a user name or a password.
    ///
    /// ```swift
    /// HTTPRequest.host(of: "https://me:word@api.example:8443/v1?q=a")
    /// // api.example:8443
    /// ```
    ///
    /// The result is for texts only. libcurl reads the address to connect to, and refuses malformed URLs.
    public static func host(of url: String) -> String {
        // It reads bytes, because a combining mark after the "@" would make another character of it.
        let scheme = url.utf8.prefix(while: \.isSchemeByte)
        let rest = url.utf8[scheme.endIndex...]
        let start = rest.starts(with: "://".utf8) ? rest.dropFirst(3) : url.utf8[...]
        let authority = start.prefix { !"/?#".utf8.contains($0) }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
        // A port that is not a number can be the start of a password that contains a slash.
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), !host[colon...].dropFirst().allSatisfy(\.isPortByte),
            !(host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]"))
        {
            return String(Substring(host[..<colon]))
        }
        return String(Substring(host))
    }
}

extension UInt8 {
    /// Whether RFC 3986 allows the byte in a scheme.
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
