import AgentWire
import Storage
import StreamingJSON

extension RunRecord {
    /// The tool of a direct call; `nil` for any other run.
    var tool: String? {
        // Every other run has a model, so its request is not parsed.
        guard model.isEmpty, let request = try? JSONValue(parsing: request) else { return nil }
        return ToolCallRequest(stored: request)?.tool
    }
}
