import AgentTools
import AgentWire
import AssistantSchemas
import Logging
import Storage

/// The ends of earlier calls that devices have reported too late for their turn.
struct LateOutputs: Sendable {
    /// The instructions about them; empty if there are none.
    var text = ""
    /// The ids of the calls, which are seen once the turn is committed.
    var calls: [String] = []
}

extension TurnWork {
    /// Returns the ends that devices have reported too late for an earlier turn, the oldest five that no completed turn has seen.
    func lateOutputs(in run: LiveRun.Identity) async -> LateOutputs {
        guard let devices, !run.conversation.isEmpty else { return LateOutputs() }
        do {
            let late = try await devices.directory.store.lateOutputs(
                ofConversation: run.conversation,
                client: run.client
            ).prefix(5)
            guard !late.isEmpty else { return LateOutputs() }
            let lines = late.map { output in
                "- \(TextLine(output.schema, limit: 100).text): \(TextLine(output.status, limit: 40).text)"
            }
            let text =
                "Devices have reported these ends of earlier calls too late for their turn:\n"
                + lines.joined(separator: "\n")
            return LateOutputs(text: text, calls: late.map(\.call))
        } catch {
            // The turn needs them less than the person needs the answer.
            coordinator.logger.warning("Late outputs could not be read", metadata: ["error": "\(type(of: error))"])
            return LateOutputs()
        }
    }
}
