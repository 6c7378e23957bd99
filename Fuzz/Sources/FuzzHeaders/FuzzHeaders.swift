import AgentWire
import Telemetry

/// The parsers, each with a check of every value that it accepts; a new one is one more line.
private let parsers: [@Sendable (String) -> Void] = [
    { if let host = HostField($0) { check(host) } },
    { check(ForwardedFor([$0, $0])) },
    { check(TraceContext(traceparent: [$0], tracestate: [$0])) },
    { if let credentials = BearerCredentials($0) { check(token: credentials.token) } },
    { if let type = MediaType($0) { check(names: [type.type, type.subtype]) } },
    { _ = AcceptedMediaTypes([$0, $0]).names("text", "event-stream") },
    { if let field = IdempotencyKeyField($0) { check(key: field.key) } },
    { if let position = EventPosition($0, run: "run_1") { require(position.number >= -1, "\(position)") } },
]

/// The entry point that libFuzzer calls with each input: the bytes are the value of a header field, as a server passes it on.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHeaders(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let value = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    for parse in parsers { parse(value) }
    return 0
}

/// A host must be lowercase ASCII of limited length, and unchanged when written and read again.
private func check(_ host: HostField) {
    require(!host.name.isEmpty && host.name.utf8.count <= 253, "The host '\(host.name)' has no possible length")
    require(host.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !(0x41...0x5A).contains($0) }, "'\(host.name)'")
    let written = host.name.utf8.contains(UInt8(ascii: ":")) ? "[\(host.name)]" : host.name
    let again = HostField(written + (host.port.map { ":\($0)" } ?? ""))
    require(again == host, "\(host) is \(again as Any) when read again")
}

/// The list must be limited, and each entry too.
private func check(_ field: ForwardedFor) {
    require(field.hops.count <= ForwardedFor.maximumHops, "\(field.hops.count) hops")
    require(field.hops.allSatisfy { ($0?.utf8.count ?? 0) <= 64 }, "\(field.hops)")
}

/// The ids must be 32 and 16 hexadecimal digits.
private func check(_ trace: TraceContext) {
    require(trace.traceID.utf8.count == 32 && trace.parentID.utf8.count == 16, "\(trace)")
    require((trace.traceID + trace.parentID).utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }, "\(trace)")
}

/// A token must be printable ASCII of limited length.
private func check(token: String) {
    require((1...4096).contains(token.utf8.count), "a token of \(token.utf8.count) bytes")
    require(token.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "'\(token)'")
}

/// The names of a media type must be lowercase tokens.
private func check(names: [String]) {
    for name in names {
        require(!name.isEmpty && name.utf8.count <= 1024, "'\(name)'")
        require(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !(0x41...0x5A).contains($0) }, "'\(name)'")
    }
}

/// A key must be of limited length.
private func check(key: String) { require((1...255).contains(key.utf8.count), "a key of \(key.utf8.count) bytes") }

/// Ends the process with a message if a property does not hold; an optimized `precondition` would not print it.
private func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
}
