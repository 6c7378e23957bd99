public import KeyVault

extension AuditActor {
    /// Makes the actor of a token's holder.
    public init(_ client: Client, requestID: String? = nil) {
        let kind = client.kind.rawValue
        // The id of a token from the settings consists of its kind and its name; the kind is part of the actor's name already.
        let isPreset = client.id == "preset:\(kind):\(client.name)"
        self.init(name: "\(kind):\(isPreset ? client.name : client.id)", requestID: requestID)
    }
}
