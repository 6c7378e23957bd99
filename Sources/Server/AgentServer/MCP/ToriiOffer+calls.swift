import Accounts
import AgentRuntime
import AgentTools
import MCPClient
import AgentWire
import LanguageModels
import ModelContextProtocol
import StreamingJSON

extension ToriiOffer {
    func callTool(_ call: ToolCall, _ exchange: MCPExchange) async throws -> MCPReply {
        let registry = runtime.tools
        guard let tool = registry.tool(named: call.name), tool.name == call.name, may(tool),
            // A session may have waited long for a person.
            runtime.missingScope(for: tool, of: client.owner) == nil
        else {
            throw RPCError.invalid("there is no tool named \(call.name.excerpt()); tools/list names them")
        }
        do throws(Problem) {
            try runtime.check(call.arguments, of: tool.name)
        } catch {
            return .failure(error.detail)
        }
        var request = ToolCallRequest(tool: tool.name, arguments: call.arguments, locale: locale, timeZone: timeZone)
        var key: String?
        if let answer = exchange.inputs[MCPApproval.name], let approval = exchange.state.flatMap(MCPApproval.init) {
            guard answer["action"] == "accept", answer["content"]?["approve"] == true else {
                return .failure("The person did not approve \(tool.name), so it was not called.")
            }
            guard try await approval.fits(question(before: request, registry), tool, seal) else {
                return try await ask(before: request, tool, registry, exchange)
            }
            request.isConfirmed = true
            // The same answer again returns the same run, so that a request that is sent twice acts once.
            key = approval.key
        }
        do {
            return .result(try await result(of: request, key: key, exchange))
        } catch let problem as Problem where problem.kind == .confirmationNeeded {
            return ask(problem.extensions["question"]?.stringValue ?? "", tool, exchange)
        } catch let problem as Problem where Self.explainsItself(problem) {
            return .failure(problem.detail)
        }
    }

    /// Whether a model should read a problem; others are of the server's load, and clients read their status.
    private static func explainsItself(_ problem: Problem) -> Bool {
        switch problem.kind {
        case .internalError, .rateLimited, .budgetExceeded, .overloaded, .issuerUnavailable, .shuttingDown,
            .unauthorized, .forbidden:
            false
        default: true
        }
    }

    // MARK: - Approval

    private func ask(
        before request: ToolCallRequest,
        _ tool: any AgentTool,
        _ registry: ToolRegistry,
        _ exchange: MCPExchange
    ) async throws -> MCPReply {
        guard let question = try await question(before: request, registry) else {
            return .result(try await result(of: request, key: nil, exchange))
        }
        return ask(question, tool, exchange)
    }

    /// Returns the question before a call now; `nil` if there is none, or the call would fail.
    private func question(before request: ToolCallRequest, _ registry: ToolRegistry) async throws -> String? {
        do {
            let caller = runtime.caller(of: request, from: client)
            return try await registry.question(before: request.tool, request.arguments, for: caller)
        } catch is ToolFailure {
            return nil
        }
    }

    /// Asks the person by the client's form, or explains how a call is approved if the client has none.
    private func ask(_ question: String, _ tool: any AgentTool, _ exchange: MCPExchange) -> MCPReply {
        guard exchange.canAsk(for: .elicitation) else {
            return .failure(
                "\(tool.name) was not called, because a person must approve it, and this client cannot ask a person (it does not "
                    + "declare elicitation). \(question) Tell the person to use a client that can ask."
            )
        }
        let approval = MCPApproval(question: question, tool, seal)
        return .inputRequired(approval.request(question, tool.name))
    }

    private func result(of call: ToolCallRequest, key: String?, _ exchange: MCPExchange) async throws -> JSONObject {
        let reader = try await runtime.start(
            .call(call),
            client: client,
            idempotencyKey: key,
            requestID: requestID,
            at: receivedAt ?? .now
        )
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
            return MCPToolEncoding.result(of: finished, run: reader.run)
        } onCancel: {
            reader.close()
        }
    }

    /// Reports the progress of a run until it ends.
    private func follow(_ reader: RunReader, _ exchange: MCPExchange) async throws {
        var steps = 0.0
        while true {
            switch try await reader.next() {
            case .events(let lines, _):
                for case .toolProgress(_, _, let fraction, let note) in RunEventLine.events(in: lines) {
                    // Reports without a fraction are counted. The exchange drops one that does not rise.
                    steps += 1
                    exchange.report(progress: fraction ?? steps, total: fraction == nil ? nil : 1, message: note)
                }
            case .over: return
            case .closed:
                try reader.check()
                throw CancellationError()
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
