public import HeldBytes
import StreamingJSON

extension MCPServer {
    /// Starts a session.
    ///
    /// - Parameters:
    ///   - id: An unguessable id.
    ///   - hold: The hold that counts the bytes of the session; `nil` if they are not counted.
    /// - Returns: The session and the result for the client.
    /// - Throws: ``RPCError`` for parameters that do not fit.
    public func session(
        for request: RPCRequest,
        id: String,
        offer: any MCPOffer,
        hold: HeldBytes.Hold? = nil
    ) throws(RPCError) -> (session: MCPSession, response: RPCResponse) {
        let wanted = try request.params.text("protocolVersion")
        guard request.params["capabilities"]?.objectValue != nil else {
            throw .invalid("capabilities must be an object")
        }
        let known = ProtocolRevision(rawValue: wanted).flatMap { $0.isStateless ? nil : $0 }
        let revision = known ?? .latestStateful
        var result: JSONObject = [
            "protocolVersion": .string(revision.rawValue), "capabilities": .object(offer.capabilities.jsonObject),
            "serverInfo": .object(offer.server.jsonObject),
        ]
        if let instructions = offer.instructions { result["instructions"] = .string(instructions) }
        let session = MCPSession(id: id, owner: offer.owner, revision: revision, request.params, self, hold)
        return (session, RPCResponse(id: request.id, .success(result)))
    }
}
