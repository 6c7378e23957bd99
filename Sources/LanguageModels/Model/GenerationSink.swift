/// A receiver of an executor's events by synchronous calls, beneath Apple's channel.
///
/// An executor that receives its bytes by synchronous calls passes its events on here, on the same thread; no task wakes for them.
package protocol GenerationSink: AnyObject, Sendable {
    /// Receives events.
    ///
    /// - Parameter goOn: Called once, on any thread, after ``GenerationDemand/hold``, when the sink accepts more.
    func take(
        _ events: [LanguageModelExecutorGenerationChannel.Event],
        orCall goOn: @escaping @Sendable () -> Void
    ) -> GenerationDemand
}

/// A sink's answer to events.
package enum GenerationDemand: Sendable {
    /// Send the next events.
    case more
    /// Send nothing until the callback.
    case hold
    /// Send nothing more: the receiver has ended.
    case done
}

extension BoundedChannel: GenerationSink where Element == LanguageModelExecutorGenerationChannel.Event {
    func take(_ events: [Element], orCall goOn: @escaping @Sendable () -> Void) -> GenerationDemand {
        push(events, orCall: goOn)
    }
}
