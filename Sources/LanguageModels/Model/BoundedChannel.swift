import Synchronization

/// Values from several senders to one reader, in order, a few at a time: the senders wait while the reader is behind.
final class BoundedChannel<Element: Sendable>: Sendable {
    private let machine = Mutex(BoundedChannelStateMachine<Element>())

    /// Sends one value; returns at once when the channel has ended or the task is cancelled.
    func send(_ element: Element) async {
        guard !Task.isCancelled else { return }
        // Most sends need not wait; those that do cost ten times as much.
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

    /// Sends all values without waiting, also when the reader is behind.
    ///
    /// - Parameter goOn: Called once when the answer was `hold` and the reader has caught up or left.
    func push(_ elements: [Element], orCall goOn: @escaping @Sendable () -> Void) -> GenerationDemand {
        let (demand, actions) = machine.withLock { $0.push(elements, orCall: goOn) }
        perform(actions)
        return demand
    }

    /// The next value; `nil` at the end.
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

    /// No more values will come; what was sent can still be read.
    func finish() { perform(machine.withLock { $0.finish() }) }

    /// No one will read any more; senders are let go.
    func cancel() { perform(machine.withLock { $0.cancel() }) }

    private func perform(_ actions: [BoundedChannelStateMachine<Element>.Action]) {
        for action in actions {
            switch action {
            case .resumeSender(let sender): sender.resume()
            case .call(let goOn): goOn()
            case .resumeReader(let reader, let element): reader.resume(returning: element)
            }
        }
    }
}
