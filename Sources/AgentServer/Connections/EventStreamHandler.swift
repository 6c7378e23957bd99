import NIOCore
import NIOHTTPTypes

/// Lets the body of an answer be written on its connection's event loop by a plain call, beside Hummingbird's writer.
///
/// It stands between ``ConnectionHandler``, which counts what is written, and Hummingbird's own handlers. Of those one counts heads and ends
/// of answers and the other keeps no state of bodies, so a body may pass them by; the head must have been written before, and the end is
/// written as for every other answer.
final class EventStreamHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any
    typealias OutboundOut = HTTPResponsePart

    private var context: ChannelHandlerContext?
    private var onWritable: (() -> Void)?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        onWritable = nil
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { onWritable?() }
        context.fireChannelWritabilityChanged()
    }

    /// Calls back when more can be written, after it could not.
    func begin(onWritable: @escaping () -> Void) { self.onWritable = onWritable }

    /// Calls back no more.
    func end() { onWritable = nil }

    /// Whether more can be written without piling up.
    var isWritable: Bool { context?.channel.isWritable ?? false }

    /// Writes a piece of the body and flushes it.
    func write(_ piece: ByteBuffer) {
        guard let context else { return }
        context.writeAndFlush(Self.wrapOutboundOut(.body(piece)), promise: nil)
    }
}
