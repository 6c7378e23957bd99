/// A frame of HTTP/2 (RFC 9113 §4.1) as unchecked bytes.
struct HTTP2Frame: Sendable {
    /// The types that the stand-in sends or reads.
    enum Kind {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let reset: UInt8 = 3
        static let settings: UInt8 = 4
        static let ping: UInt8 = 6
        static let goAway: UInt8 = 7
    }

    /// The reason for which a stream or a connection ends.
    enum ErrorCode: UInt32, Sendable {
        case none = 0
        case internalError = 2
        case refusedStream = 7
        case cancel = 8
        case enhanceYourCalm = 11
    }

    static let acknowledged: UInt8 = 1
    static let endOfStream: UInt8 = 1
    static let endOfHeaders: UInt8 = 4

    var kind: UInt8
    var flags: UInt8 = 0
    var stream: UInt32 = 0
    var payload: [UInt8] = []

    /// The frame in its binary form.
    var bytes: [UInt8] {
        var bytes = Array(UInt32(payload.count).bigEndianBytes.dropFirst())
        bytes += [kind, flags]
        bytes += stream.bigEndianBytes
        return bytes + payload
    }
}

extension UInt32 {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
