import Foundation
import StandIns
import StreamingJSON

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A client with plain sockets, so that the tests see the bytes on the wire and not a library's view of them.
///
/// Its calls block, so each runs on a thread of its own: the stand-ins need the threads of the cooperative pool.
struct RawClient: Sendable {
    /// The way in which a connection ended.
    enum Close: Equatable {
        case orderly
        case reset
    }

    /// A parsed answer.
    struct Answer {
        let status: Int
        let headers: [(name: String, value: String)]
        /// The bytes after the header, with chunk framing.
        let rawBody: String
        let close: Close

        func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

        /// The body without chunk framing.
        var body: String {
            guard header("Transfer-Encoding") == "chunked" else { return rawBody }
            var bytes: [UInt8] = []
            var rest = [UInt8](rawBody.utf8)[...]
            while let lineEnd = rest.firstIndex(of: 13) {
                let size = Int(String(decoding: rest[..<lineEnd], as: UTF8.self), radix: 16) ?? 0
                if size == 0 { break }
                bytes += rest.dropFirst(lineEnd - rest.startIndex + 2).prefix(size)
                rest = rest.dropFirst(lineEnd - rest.startIndex + 2 + size + 2)
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        var json: JSONValue? { try? JSONValue(parsing: body) }

        /// The data of each event in a stream.
        var events: [String] {
            body.split(separator: "\n\n").map { String($0.dropFirst("data: ".count)) }
        }
    }

    let port: Int

    init(_ standIn: some StandIn) { port = standIn.server.port }

    init(_ server: StandInServer) { port = server.port }

    /// Sends one request on its own connection and reads until the connection ends.
    func send(_ method: String, _ target: String, headers: [String] = [], body: String = "") async throws -> Answer {
        let text = request(method, target, headers: headers + ["Connection: close"], body: body)
        let (bytes, close) = try await blocking {
            let socket = try RawSocket(port: port)
            try socket.write(text)
            return socket.readAll()
        }
        return Self.parse(bytes, close)
    }

    /// Sends one request, reads until `text` appears, and closes the connection.
    func sendAndLeave(_ method: String, _ target: String, body: String = "", afterReading text: String) async throws {
        let request = request(method, target, headers: [], body: body)
        try await blocking {
            let socket = try RawSocket(port: port)
            try socket.write(request)
            socket.read(until: text)
        }
    }

    /// Sends two requests in sequence on one connection, and returns everything received.
    func sendTwice(_ method: String, _ target: String) async throws -> String {
        let first = request(method, target, headers: [], body: "")
        let second = request(method, target, headers: ["Connection: close"], body: "")
        return try await blocking {
            let socket = try RawSocket(port: port)
            try socket.write(first)
            socket.read(until: "\r\n\r\n")
            try socket.write(second)
            return String(decoding: socket.readAll().0, as: UTF8.self)
        }
    }

    private func request(_ method: String, _ target: String, headers: [String], body: String) -> String {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Content-Length: \(body.utf8.count)"]
        return (lines + headers).joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    private static func parse(_ bytes: [UInt8], _ close: Close) -> Answer {
        let text = String(decoding: bytes, as: UTF8.self)
        let halves = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = halves[0].split(separator: "\r\n")
        let status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        let headers = lines.dropFirst().map { line in
            let pair = line.split(separator: ":", maxSplits: 1)
            return (name: String(pair[0]), value: String((pair.count > 1 ? pair[1] : "").drop { $0 == " " }))
        }
        return Answer(
            status: status,
            headers: headers,
            rawBody: halves.count > 1 ? String(halves[1]) : "",
            close: close
        )
    }

    private func blocking<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}

/// A connected TCP socket, closed when it is released.
private final class RawSocket {
    struct Failure: Error { let call: String }

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 { throw Failure(call: "connect") }
    }

    deinit { close(descriptor) }

    func write(_ text: String) throws {
        let bytes = [UInt8](text.utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(call: "send")
        }
    }

    func read(until text: String) {
        while !String(decoding: buffer, as: UTF8.self).contains(text), readMore() == nil {}
    }

    func readAll() -> ([UInt8], RawClient.Close) {
        while true {
            if let close = readMore() { return (buffer, close) }
        }
    }

    private func readMore() -> RawClient.Close? {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count > 0 { buffer += chunk.prefix(count) }
        return count > 0 ? nil : count == 0 ? .orderly : .reset
    }
}
