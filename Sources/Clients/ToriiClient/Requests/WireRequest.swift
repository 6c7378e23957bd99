package import StreamingJSON

/// A request to a service, before its address and its token are known.
package struct WireRequest: Sendable {
    /// The method.
    package var method: String
    /// The path, with segments that are percent-encoded.
    package var path: String
    /// The names and values of the query in plain text.
    package var query: [(String, String)] = []
    /// The body.
    package var body: JSONValue?
    /// The value of `Accept`.
    package var accept = "application/json"
    /// Further header fields.
    package var headers: [ExchangeField] = []
    /// The largest length of a response that is read whole, in bytes.
    package var maximumBytes = 16 * 1024 * 1024

    /// Makes a request; the segments of the path are plain text.
    package init(_ method: String, _ segments: [String], query: [(String, String?)] = [], body: JSONValue? = nil) {
        self.method = method
        path = segments.map { "/" + $0.percentEncoded }.joined()
        self.query = query.compactMap { name, value in value.map { (name, $0) } }
        self.body = body
    }

    /// The path with the query.
    var target: String {
        guard !query.isEmpty else { return path }
        return path + "?" + query.map { "\($0.0.percentEncoded)=\($0.1.percentEncoded)" }.joined(separator: "&")
    }

    /// Returns the request with another value of a header field; `nil` leaves it as it is.
    package func adding(_ name: String, _ value: String?) -> WireRequest {
        guard let value else { return self }
        var request = self
        request.headers.append(ExchangeField(name, value))
        return request
    }

    /// Returns the request for an event stream.
    package var streaming: WireRequest {
        var request = self
        request.accept = "text/event-stream"
        return request
    }
}

extension String {
    /// The text with every byte encoded that RFC 3986 reserves.
    fileprivate var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
