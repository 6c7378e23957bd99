import APIDescription
import AgentTools
import MCPClient
package import AgentWire
import Foundation
import HTTPTypes
import KeyVault
import LanguageModels
import StreamingJSON
import ToolRecords

/// The administration of other servers' tools: reading and accepting their definitions.
package struct ToolAdministration: Sendable {
    /// Called after definitions of a server were accepted.
    package typealias Listener = @Sendable (_ server: String) async -> Void

    /// Returns the server's tools that requests left out since its start.
    package typealias LeftOutTools = @Sendable () -> [WireLeftOutTool]

    let store: any ToolDefinitionStore
    let vault: KeyVault
    let accepted: Listener
    /// Returns the tools that requests to models left out.
    let leftOut: LeftOutTools
    /// Returns the states of the declared servers; none if no server runs.
    let servers: @Sendable () -> [MCPServerStatus]
    /// Returns the tools of the server.
    let tools: @Sendable () -> [any AgentTool]

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.toolDefinitions) { call in
                let server = call.query["server"]
                return .json(
                    WireToolDefinitions(
                        tools: try await store.toolDefinitions(of: server).records.map { WireToolDefinition($0) },
                        // The record has the names that models know, which do not name a server.
                        leftOut: server == nil ? leftOut() : [],
                        unreachable: servers().filter { $0.isDown && (server == nil || $0.name == server) }
                            .map { .init(name: $0.name, fault: $0.fault ?? "") },
                        offered: server == nil ? tools().map { WireOfferedTool($0) } : []
                    ).jsonValue
                )
            },
            AdminRoute(.toolAcceptance, answer: accept),
        ]
    }

    /// Accepts the last definitions of one tool or of all tools of a server, and returns the accepted ones.
    private func accept(_ call: AdminCall) async throws -> AdminReply {
        let server = try call.parameter("server")
        let request = try ToolAcceptanceRequest(jsonValue: call.body ?? [:])
        let known = try await store.toolDefinitions(of: server).records
        guard !known.isEmpty else {
            throw Problem(
                .notFound,
                detail:
                    "no server '\(server.excerpt())' has listed tools; the list of tools names the servers that have"
            )
        }
        if let tool = request.tool {
            guard let record = known.first(where: { $0.tool == tool }) else {
                throw Problem(
                    .notFound,
                    detail: "the server has no tool '\(tool.excerpt())'; the list of tools names those that it has"
                )
            }
            if let digest = request.digest, digest != record.seenDigest {
                throw Problem(.conflict, detail: "the definition has changed since you read it; read it again")
            }
        }
        // One process: between the reading and the writing, only this process records what the server sends.
        let records = DefinitionReview.accepting(request.tool, in: known, at: Date())
        if !records.isEmpty {
            try await store.saveToolDefinitions(records)
            for record in records {
                let outcome = "done: \(record.seenDigest)"
                try await vault.appendAudit(call.actor, ("tool.accept", "\(server)/\(record.tool)", outcome))
            }
            await accepted(server)
        }
        return .json(WireList(records.map { WireToolDefinition($0) }).jsonValue)
    }
}

extension WireToolDefinition {
    fileprivate init(_ record: ToolDefinitionRecord) {
        self.init(
            server: record.server,
            tool: record.tool,
            isAccepted: record.isAccepted,
            isChanged: !record.isAccepted && record.acceptedDigest != nil,
            summary: record.summary,
            digest: record.seenDigest,
            seenAt: record.seenAt.formatted(.iso8601),
            acceptedAt: record.acceptedAt?.formatted(.iso8601)
        )
    }
}

extension WireOfferedTool {
    /// Describes a tool, and the scope by which an operator opens it to users.
    fileprivate init(_ tool: any AgentTool) {
        // Those of the caller if users have own inventories.
        let isForSharedInventory = tool.data == .operator && tool.data(hasOwnInventory: true) != .operator
        self.init(
            tool: tool.name,
            data: DataClass(tool.data),
            scope: tool.data == .operator ? "tools:\(tool.name)" : nil,
            isForSharedInventory: isForSharedInventory
        )
    }
}

extension WireOfferedTool.DataClass {
    fileprivate init(_ data: ToolData) {
        self =
            switch data {
            case .public: .public
            case .caller: .caller
            case .operator: .operator
            }
    }
}
