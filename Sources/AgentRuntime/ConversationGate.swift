import Synchronization

/// Lets one turn at a time into a conversation.
final class ConversationGate: Sendable {
    private let open = Mutex<Set<String>>([])

    /// Enters a conversation; `nil` while another turn is in it.
    func enter(_ conversation: String) -> Pass? {
        open.withLock { $0.insert(conversation).inserted } ? Pass(gate: self, conversation: conversation) : nil
    }

    /// The right to take a turn; given back when the last reference goes.
    final class Pass: Sendable {
        private let gate: ConversationGate
        let conversation: String

        fileprivate init(gate: ConversationGate, conversation: String) {
            self.gate = gate
            self.conversation = conversation
        }

        deinit {
            let conversation = conversation
            gate.open.withLock { _ = $0.remove(conversation) }
        }
    }
}
