import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A writer of a response's body by synchronous calls on the connection's event loop, in addition to Hummingbird's writer.
///
/// A piece is framed here as a chunk (RFC 9112 §7.1) and enters the pipeline below NIO's encoder. The encoder's only state is whether the
/// response is chunked, and a response without a length always is. Of the handlers that are bypassed, ``ConnectionHandler`` must be
/// notified of the bytes; the others only handle heads and ends. So the head must be written before, and the end like that of every other
/// response. Middleware that changes bodies, such as compression, must not be used for a stream.
final class EventStreamHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let connection: ConnectionHandler
    /// The context of the encoder.
    private var encoder: ChannelHandlerContext?
    private var channel: (any Channel)?
    private var onWritable: (() -> Void)?
    /// The last chunk.
    ///
    /// Its memory is reused.
    private var chunk = ByteBuffer()

    /// Creates a writer.
    ///
    /// - Parameter connection: The handler that counts bytes.
    init(_ connection: ConnectionHandler) { self.connection = connection }

    func handlerAdded(context: ChannelHandlerContext) {
        encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
        channel = context.channel
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        encoder = nil
        channel = nil
        onWritable = nil
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { onWritable?() }
        context.fireChannelWritabilityChanged()
    }

    /// Registers a callback for the time when the connection becomes writable again.
    func start(onWritable: @escaping () -> Void) { self.onWritable = onWritable }

    /// Removes the callback.
    func stop() { onWritable = nil }

    /// Whether the connection accepts more bytes without buffering them.
    var isWritable: Bool { channel?.isWritable ?? false }

    /// Writes a piece of the body, which must not be empty, and flushes it.
    func write(_ piece: [UInt8]) {
        guard let encoder else { return }
        chunk.clear(minimumCapacity: piece.count + Self.mostFrameBytes)
        chunk.writeHexadecimal(piece.count)
        chunk.writeStaticString("\r\n")
        chunk.writeBytes(piece)
        chunk.writeStaticString("\r\n")
        connection.countWritten(chunk.readableBytes)
        encoder.writeAndFlush(NIOAny(IOData.byteBuffer(chunk)), promise: nil)
        if chunk.capacity > Self.mostKeptBytes { chunk = ByteBuffer() }
    }

    /// The maximum number of bytes around a piece: the digits of its length, and two line breaks.
    private static var mostFrameBytes: Int { 16 + 4 }
    /// The maximum size of a buffer that is kept between two pieces, in bytes.
    private static var mostKeptBytes: Int { 4096 }
}

extension ByteBuffer {
    /// Writes a number above zero in hexadecimal digits.
    fileprivate mutating func writeHexadecimal(_ number: Int) {
        var shift = (Int.bitWidth - number.leadingZeroBitCount + 3) / 4 * 4
        while shift > 0 {
            shift -= 4
            let digit = UInt8(truncatingIfNeeded: number >> shift) & 15
            writeInteger(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
