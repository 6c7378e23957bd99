import Foundation
import Glibc
import Testing

/// A connection to a server, on which a test can send any bytes.
struct RawConnection: Sendable {
    private let descriptor: Int32

    /// Connects to the loopback port of a URL.
    init(to url: String) throws {
        let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
    }

    /// Sends a text and reads until the response contains `end` or the connection ends.
    func exchange(_ text: String, until end: String) async -> String {
        await onThread {
            send(text)
            return receive(until: end)
        }
    }

    /// Sends a text and reads until the server closes the connection.
    func exchangeUntilClosed(_ text: String) async -> String { await exchange(text, until: "\u{0}") }

    /// Sends a text and reads nothing.
    func post(_ text: String) async { _ = await onThread { send(text) } }

    /// Sends a text repeatedly until the server closes the connection or `limit` bytes are sent; returns the number of bytes.
    func flood(_ text: String, limit: Int) async -> Int {
        await onThread {
            var sent = 0
            while sent < limit, send(text) { sent += text.utf8.count }
            return sent
        }
    }

    /// Closes the sending half only, and reads the rest.
    func endAndRead() async -> String {
        shutdown(descriptor, Int32(SHUT_WR))
        return await exchangeUntilClosed("")
    }

    /// Waits, without reading, until the server ends the connection; returns whether it was reset.
    func isReset() async -> Bool {
        await onThread {
            // This is Linux's POLLRDHUP, which Swift's module does not have. POLLERR is always reported.
            var entry = pollfd(fd: descriptor, events: 0x2000, revents: 0)
            while poll(&entry, 1, -1) < 0, errno == EINTR {}
            return entry.revents & Int16(POLLERR) != 0
        }
    }

    /// Ends both halves, so that a waiting read returns.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func close() { _ = Glibc.close(descriptor) }

    /// Runs on a separate thread, because a wait in the kernel would block one of the few threads of the server under test.
    private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { waiter in
            Thread.detachNewThread { waiter.resume(returning: body()) }
        }
    }

    @discardableResult
    private func send(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func receive(until end: String) -> String {
        var answer = ""
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !answer.contains(end) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return answer
    }
}
