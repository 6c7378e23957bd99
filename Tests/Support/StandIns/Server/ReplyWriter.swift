import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Executes a `ReplyPlan` on a connection.
struct ReplyWriter {
    typealias Part = HTTPPart<HTTPResponseHead, ByteBuffer>

    let request: RecordedRequest
    let reply: StandInReply
    let keepsAlive: Bool
    let channel: any Channel
    let log: StandInLog

    /// Writes the reply; if the client closes the connection, it ends early, and the connection's handler reports the close.
    func carryOut(_ misbehavior: Misbehavior?) async {
        do {
            // The head of an empty reply is sent with its end, because a client that has read the head may send the next request at once,
            // which would be answered before this exchange has ended.
            let flushesHead = misbehavior != nil || reply.pieces.contains { !$0.bytes.isEmpty }
            for step in ReplyPlan(reply, misbehavior).steps { try await carryOut(step, flushesHead: flushesHead) }
        } catch {
            channel.close(promise: nil)
        }
    }

    private func carryOut(_ step: ReplyPlan.Step, flushesHead: Bool) async throws {
        switch step {
        case .wait(.none): break
        case .wait(.pause(let duration)): try await Task.sleep(for: duration)  // The script's pace.
        case .wait(.gate(let gate)): await gate.wait()
        case .head:
            log.recordHeader(request.id, status: reply.status)
            guard flushesHead else { return channel.write(Part.head(head), promise: nil) }
            try await channel.writeAndFlush(Part.head(head)).get()
        case .bytes(let bytes): try await channel.writeAndFlush(Part.body(ByteBuffer(bytes: bytes))).get()
        case .end(let bytes):
            if !bytes.isEmpty { channel.write(Part.body(ByteBuffer(bytes: bytes)), promise: nil) }
            // Recorded on the event loop, where a close by the client cannot overtake it.
            try await channel.writeAndFlush(Part.end(nil))
                .map { [log, request, reply] in log.recordEnd(request.id, .answered(status: reply.status)) }
                .get()
            if !keepsAlive { try await channel.close().get() }
        case .stall: try await channel.closeFuture.get()
        case .close(let isWhole):
            if !isWhole { log.recordEnd(request.id, .cutOff) }
            try await channel.close().get()
        case .reset:
            log.recordEnd(request.id, .cutOff)
            // A linger time of zero makes the close discard the send buffer and send RST.
            try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            try await channel.close().get()
        }
    }

    private var head: HTTPResponseHead {
        var headers = HTTPHeaders(reply.headers.map { ($0.name, $0.value) })
        switch reply.framing {
        case .contentLength:
            if reply.status != 204 {
                headers.add(name: "Content-Length", value: String(reply.pieces.reduce(0) { $0 + $1.bytes.count }))
            }
        case .chunked: headers.add(name: "Transfer-Encoding", value: "chunked")
        case .untilClose: break
        }
        if !keepsAlive { headers.add(name: "Connection", value: "close") }
        return HTTPResponseHead(
            version: reply.framing == .untilClose ? .http1_0 : .http1_1,
            status: .init(statusCode: reply.status),
            headers: headers
        )
    }
}
