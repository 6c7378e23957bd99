import FoundationEssentials
import ModelContextProtocol
import StreamingJSON
import Transport

/// The header fields of a request over HTTP.
enum MCPRequestFields {
    /// Returns the fields of a message, without credentials.
    ///
    /// - Parameters:
    ///   - message: The message in the body; `nil` for a request without one.
    ///   - revision: The revision of the exchange; `nil` before it is known.
    ///   - headers: The arguments of a call that its tool also wants as header fields.
    static func fields(
        for message: RPCMessage?,
        revision: ProtocolRevision?,
        session: String?,
        headers: [ToolHeader] = []
    ) -> HTTPHeaders {
        var fields: HTTPHeaders = [
            "Accept": message == nil ? "text/event-stream" : "application/json, text/event-stream"
        ]
        if message != nil { fields["Content-Type"] = "application/json" }
        if let revision { fields["MCP-Protocol-Version"] = revision.rawValue }
        if let session, revision?.isStateless != true { fields["Mcp-Session-Id"] = session }
        guard revision?.isStateless == true, let (method, params) = message?.call else { return fields }
        fields["Mcp-Method"] = encoded(method)
        if let name = name(in: params, of: method) { fields["Mcp-Name"] = encoded(name) }
        guard method == "tools/call" else { return fields }
        for header in headers {
            guard let text = header.text(in: params["arguments"] ?? .null) else { continue }
            fields["Mcp-Param-\(header.name)"] = encoded(text)
        }
        return fields
    }

    private static func name(in params: JSONObject, of method: String) -> String? {
        switch method {
        case "tools/call", "prompts/get": params["name"]?.stringValue
        case "resources/read": params["uri"]?.stringValue
        default: method.hasPrefix("tasks/") ? params["taskId"]?.stringValue : nil
        }
    }

    /// Returns a value as a header field may contain it: unchanged, or in the protocol's Base64 form.
    static func encoded(_ text: String) -> String {
        let bytes = text.utf8
        let isPlain = bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 }
        let hasEdges = bytes.first?.isBlank == true || bytes.last?.isBlank == true
        let isSentinel = text.hasPrefix("=?base64?") && text.hasSuffix("?=")
        guard !isPlain || hasEdges || isSentinel else { return text }
        return "=?base64?\(Data(bytes).base64EncodedString())?="
    }
}

extension RPCMessage {
    /// The method and the parameters of a request or a notification.
    var call: (method: String, params: JSONObject)? {
        switch self {
        case .request(let request): (request.method, request.params)
        case .notification(let notification): (notification.method, notification.params)
        case .response: nil
        }
    }
}

extension UInt8 {
    /// Whether the byte is a space or a tab.
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
