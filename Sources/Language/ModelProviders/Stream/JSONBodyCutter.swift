/// A cutter for a body whose type is JSON.
///
/// Some servers send the answer as one JSON value although the request asks for a stream; that value is lent at its end. Others send a
/// stream under the type of JSON. The first byte that is not white space reports which, because no event starts with a bracket.
struct JSONBodyCutter<Base: ModelStreamCutter>: ModelStreamCutter {
    private enum Form { case value, stream }

    private var base: Base
    private let limits: AnswerLimits
    private var form: Form?
    private var value: [UInt8] = []

    /// - Parameters:
    ///   - base: The cutter of a stream.
    ///   - host: The provider's host, for errors.
    init(_ base: Base, host: String) {
        self.base = base
        limits = AnswerLimits(host: host)
    }

    mutating func feed(
        _ bytes: UnsafeBufferPointer<UInt8>,
        lendingDataTo body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        if form == nil, let first = bytes.first(where: { $0 > 0x20 }) {
            form = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .value : .stream
        }
        switch form {
        case nil: break
        case .value:
            value += bytes
            try limits.check(byteCount: value.count, callCount: 0)
        case .stream: try base.feed(bytes, lendingDataTo: body)
        }
    }

    mutating func finish(lendingDataTo body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        guard form == .value else { return try base.finish(lendingDataTo: body) }
        try value.withUnsafeBufferPointer(body)
    }
}
