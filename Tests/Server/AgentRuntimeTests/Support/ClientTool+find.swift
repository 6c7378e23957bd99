import AgentWire
import StreamingJSON

extension ClientTool {
    /// A tool of the client without arguments.
    static let find = ClientTool(
        name: "find",
        description: "Finds",
        parameters: ["type": "object", "properties": [:]]
    )
}

extension ChatRequest {
    /// A turn that offers ``ClientTool/find``, whose run outlives its readers.
    static let offeringFind = ChatRequest(message: "hi", clientTools: [.find], onDisconnect: .finish)
}
