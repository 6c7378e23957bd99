import NIOCore

/// A channel handler that detects the end of a connection's input: the peer has closed the connection or its sending half.
final class HangUpHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Any

    /// The signal at the end of the input.
    let signal = HangUpSignal()

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { signal.signal() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        signal.signal()
        context.fireChannelInactive()
    }
}
