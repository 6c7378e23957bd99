import AgentTools
import AgentWire
import AssistantSchemas
import Logging
import Storage
import StreamingJSON

extension TurnWork {
    /// Returns the instructions about outputs that devices have sent after an earlier turn had ended; empty if there are none.
    ///
    /// Each is shown to one turn.
    func lateOutputs(in run: LiveRun.Identity) async -> String {
        guard let devices, !run.conversation.isEmpty else { return "" }
        do {
            let late = try await devices.directory.store.takeLateOutputs(
                ofConversation: run.conversation,
                client: run.client,
                at: coordinator.now()
            )
            guard !late.isEmpty else { return "" }
            let lines = late.prefix(5).map { output in
                let value = try? JSONValue(parsing: output.output)
                let status = value?["status"]?.stringValue ?? "unknown"
                return "- \(TextLine(output.schema, limit: 100).text): \(TextLine(status, limit: 40).text)"
            }
            return "Devices have reported these ends of earlier calls too late for their turn:\n"
                + lines.joined(separator: "\n")
        } catch {
            // The turn needs them less than the person needs the answer.
            coordinator.logger.warning("Late outputs could not be read", metadata: ["error": "\(type(of: error))"])
            return ""
        }
    }
}
