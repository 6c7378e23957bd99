/// The validation of an image's URL in a message: `https`, or `data` with the image itself.
enum ImageURL {
    /// The maximum number of bytes in an `https` URL.
    static let longest = 8192
    /// The maximum number of bytes in a `data` URL before its comma.
    private static let longestMediaType = 256

    /// Returns the fault of a URL; `nil` for a valid one.
    ///
    /// The time is linear in the URL's length.
    static func fault(in url: String) -> String? {
        if let rest = rest(of: url, after: "https://") {
            guard url.utf8.count <= longest else {
                return "has more than \(longest) bytes; send the image as a data: URL"
            }
            guard let first = rest.first, first != UInt8(ascii: "/"), rest.allSatisfy({ (0x21...0x7E).contains($0) })
            else {
                return "is not a URL; it must have a host, and spaces and letters beyond ASCII must be percent-encoded"
            }
            return nil
        }
        guard let rest = rest(of: url, after: "data:") else {
            return "must be an https: URL, or a data: URL with the image in base64"
        }
        let form = "must be of the form data:image/png;base64,…"
        guard let comma = rest.prefix(longestMediaType).firstIndex(of: UInt8(ascii: ",")) else { return form }
        let mediaType = String(decoding: rest[..<comma], as: UTF8.self).lowercased()
        guard mediaType.hasPrefix("image/"), mediaType.hasSuffix(";base64") else { return form }
        let data = rest[rest.index(after: comma)...]
        return isBase64(data) ? nil : "its data is not base64"
    }

    /// Returns the bytes after an ASCII prefix, compared without regard to case; `nil` if the URL lacks the prefix.
    private static func rest(of url: String, after prefix: String) -> Substring.UTF8View? {
        var bytes = url.utf8[...]
        for expected in prefix.utf8 {
            guard let byte = bytes.popFirst(), byte == expected || byte | 0x20 == expected else { return nil }
        }
        return bytes
    }

    private static func isBase64(_ data: Substring.UTF8View) -> Bool {
        var padding = 0
        for byte in data {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                guard padding == 0 else { return false }
            case UInt8(ascii: "="): padding += 1
            default: return false
            }
        }
        return !data.isEmpty && padding <= 2
    }
}
