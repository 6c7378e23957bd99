import AgentRuntime
import AgentTools
import AgentWire
import LanguageModels
import ModelContextProtocol
import StreamingJSON

extension ToriiOffer {
    /// The name of the question for a person's approval.
    private static let approval = "approval"

    func callTool(_ call: ToolCall, _ exchange: MCPExchange) async throws -> MCPReply {
        guard let tool = runtime.tools.tool(named: call.name), may(tool) else {
            throw RPCError.invalid("there is no tool named \(call.name.excerpt()); tools/list names them")
        }
        do throws(Problem) {
            try runtime.check(call.arguments, of: tool.name)
        } catch {
            return .failure(error.detail)
        }
        var request = ToolCallRequest(tool: tool.name, arguments: call.arguments, locale: locale, timeZone: timeZone)
        if let answer = exchange.inputs[Self.approval], exchange.state?[Self.approval]?.stringValue == tool.name {
            guard answer["action"] == "accept", answer["content"]?["approve"] == true else {
                return .failure("The person did not approve \(tool.name), so it was not called.")
            }
            request.isConfirmed = true
        }
        do {
            return .result(try await result(of: request, exchange))
        } catch let problem as Problem where problem.kind == .confirmationNeeded {
            return ask(problem.extensions["question"]?.stringValue ?? "", before: tool, exchange)
        } catch let problem as Problem where problem.kind != .internalError {
            return .failure(problem.detail)
        }
    }

    /// Asks the person by the client's form, or explains how a call is approved if the client has none.
    private func ask(_ question: String, before tool: any AgentTool, _ exchange: MCPExchange) -> MCPReply {
        guard exchange.canAsk(for: .elicitation) else {
            return .failure(
                "\(tool.name) was not called, because a person must approve it, and this client cannot ask: it does not declare "
                    + "elicitation. \(question) Use a client that can ask, or let the app call POST /v1/tools/\(tool.name)?confirm=true "
                    + "once the person agrees."
            )
        }
        let approve: JSONValue = [
            "type": "boolean", "title": "Approve", "description": .string("Whether to run \(tool.name)."),
            "default": false,
        ]
        return .inputRequired(
            MCPInputRequest(
                [
                    .init(
                        Self.approval,
                        .elicitation,
                        [
                            "mode": "form", "message": .string(question),
                            "requestedSchema": [
                                "type": "object", "properties": ["approve": approve], "required": ["approve"],
                            ],
                        ]
                    )
                ],
                state: [Self.approval: .string(tool.name)]
            )
        )
    }

    private func result(of call: ToolCallRequest, _ exchange: MCPExchange) async throws -> JSONObject {
        let reader = try await runtime.start(.call(call), client: client, requestID: requestID, at: receivedAt ?? .now)
        return try await withTaskCancellationHandler {
            // A reader that is closed ends its run, because nobody else waits for it.
            defer { reader.close() }
            exchange.log(
                .info,
                logger: "torii.tools",
                ["tool": .string(call.tool), "run": .string(reader.run), "status": "started"]
            )
            if exchange.hasReports { try await follow(reader, exchange) }
            let finished: WireToolCall
            do {
                finished = try await reader.outcome().directCall()
            } catch let problem as Problem {
                throw reader.problemForCaller(problem)
            }
            exchange.log(
                finished.status == .failed ? .warning : .info,
                logger: "torii.tools",
                ["tool": .string(call.tool), "run": .string(reader.run), "status": .string(finished.status.rawValue)]
            )
            return MCPToolDefinition.result(of: finished, run: reader.run)
        } onCancel: {
            reader.close()
        }
    }

    /// Reports the progress of a run until it ends.
    private func follow(_ reader: RunReader, _ exchange: MCPExchange) async throws {
        var last = 0.0
        while true {
            switch try await reader.next() {
            case .events(let lines, _):
                for case .toolProgress(_, _, let fraction, let note) in RunEventLine.events(in: lines) {
                    // Reports must rise, also those without a fraction.
                    last = max(fraction ?? 0, last.nextUp)
                    exchange.report(progress: last, total: 1, message: note)
                }
            case .over: return
            case .closed: throw CancellationError()
            case .behind, .quiet, .nothing: continue
            }
        }
    }
}

extension MCPReply {
    /// Returns the reply of a call that was not made or failed; the model reads why.
    fileprivate static func failure(_ text: String) -> MCPReply {
        .result(["content": [["type": "text", "text": .string(text)]], "isError": true])
    }
}
