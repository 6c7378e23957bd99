import Foundation
import ModelContextProtocol
import StreamingJSON
import Transport

extension BridgeTarget {
    /// The session that a bridge has with the server.
    struct Session: Sendable, Equatable {
        /// The id; `nil` if the server keeps no state for the session.
        var id: String?
        /// The revision that was agreed.
        var revision: String
    }

    /// Returns the HTTP request that carries a message.
    func request(_ message: RPCMessage, in session: Session?) -> HTTPRequest {
        var request = makeRequest(.post, in: session)
        request.headers["Content-Type"] = "application/json"
        request.headers["Accept"] = "application/json, text/event-stream"
        if case .request(let call) = message, StatelessRequest.isMeant(by: call) {
            request.headers.remove("Mcp-Session-Id")
            request.headers["MCP-Protocol-Version"] = Self.fieldValue(
                call.metadata[MetadataKey.protocolVersion]?.stringValue ?? ""
            )
            request.headers["Mcp-Method"] = Self.fieldValue(call.method)
            if let name = Self.name(of: call) { request.headers["Mcp-Name"] = Self.fieldValue(name) }
        }
        request.body = Array(message.serialized().utf8)
        return request
    }

    /// Returns the HTTP request for the messages of a session's stream.
    ///
    /// - Parameter event: The last event that was received; `nil` for none.
    func streamRequest(in session: Session?, after event: String?) -> HTTPRequest {
        var request = makeRequest(.get, in: session)
        request.headers["Accept"] = "text/event-stream"
        request.headers["Last-Event-ID"] = event
        return request
    }

    /// Returns the HTTP request that ends a session.
    func endRequest(of session: Session) -> HTTPRequest { makeRequest(.delete, in: session) }

    private func makeRequest(_ method: HTTPMethod, in session: Session?) -> HTTPRequest {
        var headers: HTTPHeaders = [:]
        if let token { headers.append("Authorization", .secret(token, prefix: "Bearer ")) }
        if let session {
            headers["MCP-Protocol-Version"] = session.revision
            headers["Mcp-Session-Id"] = session.id
        }
        return HTTPRequest(
            method,
            url,
            headers: headers,
            // A tool may work for as long as a run, and a person may think; streams have a heartbeat.
            timeouts: HTTPTimeouts(connect: .seconds(10), firstByte: .seconds(3600), idle: .seconds(180)),
            isTrusted: true
        )
    }

    /// Returns the parameter that the header repeats; `nil` if the method has none.
    private static func name(of call: RPCRequest) -> String? {
        switch call.method {
        case "tools/call", "prompts/get": call.params["name"]?.stringValue
        case "resources/read": call.params["uri"]?.stringValue
        default: nil
        }
    }

    /// Returns a text as the value of a header field, in the protocol's Base64 notation if a field cannot have it as it is.
    static func fieldValue(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.first != " " && text.last != " "
        guard !isPlain || text.lowercased().hasPrefix("=?base64?") else { return text }
        return "=?base64?" + Data(text.utf8).base64EncodedString() + "?="
    }
}
