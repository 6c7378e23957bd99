/// A receiver of an executor's events by synchronous calls, beneath Apple's channel.
///
/// An executor that receives its bytes by synchronous calls forwards its events here on the same thread; no task is
/// woken for them.
package protocol GenerationSink: AnyObject, Sendable {
    /// Accepts events.
    ///
    /// - Parameter resume: Called once, on any thread, after ``GenerationDemand/hold`` was returned, when the sink
    ///   accepts more.
    func accept(
        _ events: [LanguageModelExecutorGenerationChannel.Event],
        orCall resume: @escaping @Sendable () -> Void
    ) -> GenerationDemand
}

/// A sink's reply to events.
package enum GenerationDemand: Sendable {
    /// Send the next events.
    case more
    /// Send nothing until the callback is called.
    case hold
    /// Send nothing more, because the receiver has ended.
    case done
}

extension BoundedChannel: GenerationSink where Element == LanguageModelExecutorGenerationChannel.Event {
    func accept(_ events: [Element], orCall resume: @escaping @Sendable () -> Void) -> GenerationDemand {
        push(events, orCall: resume)
    }
}
