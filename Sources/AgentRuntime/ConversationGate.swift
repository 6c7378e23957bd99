import Synchronization

/// Lets one turn at a time into a conversation.
///
/// A conversation is known by its client and its id together, so that a client who names another's conversation neither learns
/// of it nor holds it up.
final class ConversationGate: Sendable {
    fileprivate struct Place: Hashable {
        let client: String
        let conversation: String
    }

    private let taken = Mutex<Set<Place>>([])

    /// Enters a conversation; `nil` while another turn is in it.
    func enter(_ conversation: String, of client: String) -> Pass? {
        let place = Place(client: client, conversation: conversation)
        return taken.withLock { $0.insert(place).inserted } ? Pass(gate: self, place: place) : nil
    }

    /// The right to take a turn; given back by ``giveBack()``, or when the last reference goes.
    final class Pass: Sendable {
        private let gate: ConversationGate
        private let place: Place
        private let isHeld = Mutex(true)

        fileprivate init(gate: ConversationGate, place: Place) {
            self.gate = gate
            self.place = place
        }

        deinit { giveBack() }

        /// Lets the next turn in.
        func giveBack() {
            let wasHeld = isHeld.withLock { isHeld in
                defer { isHeld = false }
                return isHeld
            }
            if wasHeld { gate.taken.withLock { _ = $0.remove(place) } }
        }
    }
}
