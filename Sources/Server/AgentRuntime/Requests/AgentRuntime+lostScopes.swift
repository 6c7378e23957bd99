package import Accounts
package import AgentTools
import AgentWire
import LanguageModels
package import Storage
import StreamingJSON

/// Scopes that a client loses while its turns and sessions execute or wait.
extension AgentRuntime {
    /// Returns the first scope that an owner's client lacks now for a tool; `nil` if it may call the tool.
    ///
    /// A turn and a session may last long after their token was authenticated.
    package func missingScope(for tool: any AgentTool, of owner: Owner) -> Scope? {
        // A revoked client has no turns, and outputs of any tool may be read on.
        guard tool.name != ReadOn.toolName, let holder = clients?.currentHolder(of: owner) else { return nil }
        if tool is DeviceTool, !holder.may(.devices) { return .devices }
        return holder.missingScope(for: tool)
    }

    /// Returns the tools of the server and of an owner's devices.
    func tools(of owner: Owner) -> ToolRegistry {
        devices?.toolbox(of: owner)?.registry(with: toolCatalog) ?? tools
    }

    /// Ends the waits of runs for calls whose scope was removed; runs without open calls resume.
    func refuseLostCalls(of runs: [LiveRun]) async {
        await self.runs.refuseCalls(of: runs) { run, call in lostScopeText(call, of: run) }
    }

    /// Returns the reason why a call that a run waits for may not be made any more; `nil` if it may.
    func lostScopeText(_ call: RunActions.Open, of run: LiveRun) -> String? {
        let owner = run.identity.owner
        guard let tool = tools(of: owner).tool(named: call.action.name),
            let scope = missingScope(for: tool, of: owner)
        else { return nil }
        return TurnWork.withdrawnText(tool.name, scope, for: caller(of: run))
    }

    private func caller(of run: LiveRun) -> Caller {
        let request = (try? JSONValue(parsing: run.identity.request)).flatMap(TurnRequest.init(stored:))
        return context(request?.locale, request?.timeZone, message: request?.message ?? "", owner: run.identity.owner)
            .caller
    }
}
