/// Takes what an executor sends, by plain calls: what is beneath Apple's channel.
///
/// An executor that is told of its bytes by plain calls hands its events over here on the same thread, and no task is woken for them.
package protocol GenerationSink: AnyObject, Sendable {
    /// Takes events, however many there are.
    ///
    /// - Parameter goOn: Called once, from anywhere, after ``GenerationDemand/hold``, when more may be handed over.
    func take(
        _ events: [LanguageModelExecutorGenerationChannel.Event],
        orCall goOn: @escaping @Sendable () -> Void
    ) -> GenerationDemand
}

/// What a sink wants next.
package enum GenerationDemand: Sendable {
    /// The next events.
    case more
    /// Nothing until it calls back.
    case hold
    /// Nothing any more: nobody is there.
    case done
}

extension BoundedChannel: GenerationSink where Element == LanguageModelExecutorGenerationChannel.Event {
    func take(_ events: [Element], orCall goOn: @escaping @Sendable () -> Void) -> GenerationDemand {
        push(events, orCall: goOn)
    }
}
