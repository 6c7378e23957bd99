import AgentTools
import AgentWire
import AssistantSchemas
import LanguageModels
import Logging
import Storage

/// The ends of earlier calls that devices have reported too late for their turn.
struct LateOutputs: Sendable {
    /// The name under which the metadata of a turn's prompt has the ids of the calls.
    static let metadataName = "late_outputs"

    /// The note about them; empty if there are none.
    var text = ""
    /// The ids of the calls, which are seen once the turn is committed.
    var calls: [String] = []
}

extension TurnWork {
    /// Returns the late outputs that the turn's note names.
    ///
    /// - Parameter suspended: The state of a turn that resumes, whose note is written already; `nil` for a turn that starts.
    func lateOutputs(
        in run: LiveRun.Identity,
        noticedBy suspended: RunActions.SuspendedTurn?
    ) async throws -> LateOutputs {
        guard let suspended else { return await lateOutputs(in: run) }
        for entry in suspended.entries {
            guard case .prompt(let prompt) = try Transcript.Entry(jsonValue: entry) else { continue }
            let calls = try? prompt.metadata[LateOutputs.metadataName]?.value([String].self)
            return LateOutputs(calls: calls ?? [])
        }
        return LateOutputs()
    }

    /// Returns the ends that devices have reported too late for an earlier turn, the oldest five that no completed turn has seen.
    private func lateOutputs(in run: LiveRun.Identity) async -> LateOutputs {
        guard let devices = model.devices, !run.conversation.isEmpty else { return LateOutputs() }
        do {
            let late = try await devices.directory.store.lateOutputs(
                ofConversation: run.conversation,
                owner: run.owner
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
            coordinator.logger.warning(
                "Late outputs could not be read",
                metadata: ["error": "\(StoreError.reason(of: error))"]
            )
            return LateOutputs()
        }
    }
}
