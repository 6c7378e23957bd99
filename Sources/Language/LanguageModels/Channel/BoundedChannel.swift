import Synchronization

/// A bounded channel from several senders to one reader, in order: senders wait while the buffer is full.
final class BoundedChannel<Element: Sendable>: Sendable {
    private let machine = Mutex(BoundedChannelStateMachine<Element>())

    /// Sends one value, waiting while the buffer is full; returns at once if the channel has ended or the task is
    /// cancelled.
    func send(_ element: Element) async {
        guard !Task.isCancelled else { return }
        // Most sends need not wait; a send that waits costs ten times as much.
        if let actions = machine.withLock({ $0.trySend(element) }) { return perform(actions) }
        let id = machine.withLock { $0.makeID() }
        defer { machine.withLock { $0.forget(id) } }
        await withTaskCancellationHandler {
            await withCheckedContinuation { sender in
                perform(machine.withLock { $0.send(element, id: id, sender) })
            }
        } onCancel: {
            perform(machine.withLock { $0.cancelSend(id) })
        }
    }

    /// Appends all values without waiting, even if the buffer is full.
    ///
    /// - Parameter resume: Called once after ``GenerationDemand/hold`` was returned, when the reader has caught up or
    ///   left.
    func push(_ elements: [Element], orCall resume: @escaping @Sendable () -> Void) -> GenerationDemand {
        let (demand, actions) = machine.withLock { $0.push(elements, orCall: resume) }
        perform(actions)
        return demand
    }

    /// Returns the next value, or `nil` at the end; waits while there is none.
    ///
    /// Cancelling the reader's task ends the channel.
    func next() async -> Element? {
        if !Task.isCancelled, let (element, actions) = machine.withLock({ $0.tryNext() }) {
            perform(actions)
            return element
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                perform(machine.withLock { $0.next(reader) })
            }
        } onCancel: {
            cancel()
        }
    }

    /// Ends the channel; values already sent can still be read.
    func finish() { perform(machine.withLock { $0.finish() }) }

    /// Ends the channel because its reader has left; waiting senders are resumed.
    func cancel() { perform(machine.withLock { $0.cancel() }) }

    private func perform(_ actions: [BoundedChannelStateMachine<Element>.Action]) {
        for action in actions {
            switch action {
            case .resumeSender(let sender): sender.resume()
            case .call(let resume): resume()
            case .resumeReader(let reader, let element): reader.resume(returning: element)
            }
        }
    }
}
