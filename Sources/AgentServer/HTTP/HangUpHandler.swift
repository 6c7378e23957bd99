import NIOCore

/// Watches a connection for the end of its input: the peer has closed it, or at least its own half.
final class HangUpHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Any

    /// Signalled at the end of the input.
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
