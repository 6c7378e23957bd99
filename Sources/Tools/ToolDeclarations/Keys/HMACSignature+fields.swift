import Crypto

extension HMACSignature {
    /// Returns the header fields with the signature and the time.
    func fields(for request: DeclaredRequest, key: [UInt8], at time: Int) -> [(name: String, value: [UInt8])] {
        let target = RequestTarget(request.url)
        var message: [UInt8] = []
        for (index, part) in over.enumerated() {
            if index > 0 { message.append(UInt8(ascii: "\n")) }
            switch part {
            case .method: message += Array(request.method.utf8)
            case .path: message += Array(target.path.utf8)
            case .query: message += Array(target.query.utf8)
            case .body: message += request.body ?? []
            case .timestamp: message += Array(String(time).utf8)
            }
        }
        let code: [UInt8] =
            switch hash {
            case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
            case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: SymmetricKey(data: key)))
            }
        var fields = [(header, code.hexadecimal)]
        if let timestampHeader { fields.append((timestampHeader, Array(String(time).utf8))) }
        return fields
    }
}

/// The parts of a URL that a signature is over.
struct RequestTarget {
    /// The host, with the port if it is not the scheme's default.
    let authority: String
    /// The path, encoded; `/` for none.
    let path: String
    /// The query, encoded; empty for none.
    let query: String

    init(_ url: String) {
        let rest = url.utf8.firstRange(of: "://".utf8).map { url[$0.upperBound...] } ?? url[...]
        let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        authority = String(rest[..<end])
        let mark = rest.utf8[end...].firstIndex(of: UInt8(ascii: "?"))
        let path = String(rest[end..<(mark ?? rest.endIndex)])
        self.path = path.isEmpty ? "/" : path
        query = mark.map { String(rest[$0...].dropFirst()) } ?? ""
    }
}

extension [UInt8] {
    /// The bytes as lower-case hexadecimal digits.
    var hexadecimal: [UInt8] {
        let digits = Array<UInt8>("0123456789abcdef".utf8)
        return flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}
