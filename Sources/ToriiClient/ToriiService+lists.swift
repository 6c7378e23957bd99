public import AgentWire
import StreamingJSON

extension ToriiService {
    /// Returns the models that this client may use.
    public func models() async throws(ToriiError) -> [ModelList.Model] {
        let list: ModelList = try await requester.value(WireRequest("GET", ["v1", "models"]))
        return list.models
    }

    /// Returns the server's tools that are switched on, with their schemas.
    public func tools() async throws(ToriiError) -> [ToolDescription] {
        let list: WireList<ToolDescription> = try await requester.value(WireRequest("GET", ["v1", "tools"]))
        return list.elements
    }

    /// Returns the client to which the token belongs: its name, scopes, limits and models.
    public func session() async throws(ToriiError) -> WireSession {
        try await requester.value(WireRequest("GET", ["v1", "session"]))
    }
}
