import Foundation
import ModelContextProtocol
import StreamingJSON

@testable import ToriiApp

/// An assistant at the other end of the pipes of `torii mcp`.
final class AssistantPipe: Sendable {
    private let toServer = Pipe()
    private let fromServer = Pipe()
    private let lines: LineInput

    private init() {
        lines = LineInput(fromServer.fileHandleForReading.fileDescriptor)
    }

    /// Serves an assistant while `body` runs; then the assistant closes its end, and the command ends by itself.
    static func with(
        _ source: MCPStandardIO.Source,
        log: LogCapture = LogCapture(),
        _ body: (AssistantPipe) async throws -> Void
    ) async throws {
        let pipe = AssistantPipe()
        let (input, output) = (
            pipe.toServer.fileHandleForReading.fileDescriptor, pipe.fromServer.fileHandleForWriting.fileDescriptor
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // The end of the output ends a test that still waits for a message.
                defer { try? pipe.fromServer.fileHandleForWriting.close() }
                try await MCPStandardIO(source, logger: log.logger, input: input, output: output).run()
            }
            let result: Result<Void, any Error>
            do { result = .success(try await body(pipe)) } catch { result = .failure(error) }
            try? pipe.toServer.fileHandleForWriting.close()
            try await group.waitForAll()
            try result.get()
        }
    }

    /// Sends a line.
    func send(line: String) throws { try toServer.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    /// Sends a request.
    func send(_ id: Int, _ method: String, _ params: JSONObject = [:]) throws {
        try send(line: RPCMessage.request(RPCRequest(id: .integer(id), method: method, params)).serialized())
    }

    /// Sends a request of a revision without sessions.
    func ask(
        _ id: Int,
        _ method: String,
        _ params: JSONObject = [:],
        capabilities: JSONValue = ["elicitation": [:]]
    ) throws {
        var params = params
        params["_meta"] = [
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        ]
        try send(id, method, params)
    }

    /// Returns the next message of the server.
    func next() async throws -> JSONValue {
        guard case .bytes(let bytes)? = await lines.nextLine() else { throw Ended() }
        return try JSONValue(parsing: bytes)
    }

    /// Returns the result of a request; other messages before it are dropped.
    func result(_ id: Int) async throws -> JSONValue {
        while true {
            let message = try await next()
            if message["id"] == .integer(id), message["method"] == nil { return message["result"] ?? message }
        }
    }

    /// Starts a session as a client that can ask a person.
    func initialize() async throws {
        try send(
            0,
            "initialize",
            [
                "protocolVersion": "2025-11-25", "capabilities": ["elicitation": [:]],
                "clientInfo": ["name": "assistant", "version": "1"],
            ]
        )
        _ = try await result(0)
        try send(line: #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    }

    /// An error: the server has ended before its message.
    struct Ended: Error {}
}
