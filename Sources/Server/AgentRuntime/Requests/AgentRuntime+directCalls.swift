public import Accounts
public import AgentTools
public import AgentWire
import KeyVault
import LanguageModels
import Storage
import StreamingJSON
import Telemetry
import Transport

extension AgentRuntime {
    /// Whether a direct call may need a person's approval.
    ///
    /// Then ``start(_:client:idempotencyKey:requestID:at:)`` examines the call's effects, which may need as much time as a call.
    public func mayNeedApproval(_ call: ToolCallRequest) -> Bool {
        Self.mayNeedApproval(call, tools)
    }

    private static func mayNeedApproval(_ call: ToolCallRequest, _ tools: ToolRegistry) -> Bool {
        !call.isConfirmed && tools.tool(named: call.tool).map(tools.needsApproval) == true
    }

    /// Returns a sender as tools see it, without a request.
    public func caller(of sender: Principal) -> Caller { context(nil, nil, message: "", for: sender).caller }

    /// Returns the caller of a direct call.
    public func caller(of call: ToolCallRequest, from sender: Principal) -> Caller {
        context(of: call, from: sender).caller
    }

    /// Starts the run of a direct call.
    ///
    /// It needs no slot: slots are for turns, which are long, and a direct call must not wait for their ends. Direct calls are limited
    /// by the client's rate and its concurrent runs, the server's memory, and the tool's deadline. They are not limited by the client's
    /// stored bytes, because the store keeps a bounded number of them.
    ///
    /// - Throws: ``Problem`` with the question when a person must approve the call first, or without one when the client's limits or
    ///   the server have no room; `StoreError`; `CancellationError`.
    func startCallRun(
        _ call: ToolCallRequest,
        from requester: TurnRequester,
        key: IdempotencyClaims.Key?
    ) async throws -> LiveRun {
        let request = RunRequest.call(call)
        // The tool that is examined is the one that is called, also if its server replaces it meanwhile.
        let tools = tools
        let client = requester.client
        let text = request.text
        // A call that is not made because a person must approve it counts as a request too.
        let reservation = try await reserve(for: client)
        let context = context(of: call, from: client)
        let failure = try await failure(before: call, context.caller, reservation, tools)
        let time = now()
        let identity = LiveRun.Identity(
            id: Identifier.make("run", at: time),
            owner: client.owner,
            token: client.tokenID,
            grant: client.grant,
            conversation: "",
            model: "",
            request: text,
            idempotencyKey: key?.key,
            requestID: requester.requestID,
            traceID: TraceContext.current?.traceID,
            createdAt: time,
            deadline: ContinuousClock.now + runs.limits.runDeadline,
            tool: call.tool
        )
        let work = CallWork(
            coordinator: runs,
            tools: tools,
            call: call,
            failure: failure,
            context: context,
            reservation: reservation,
            metrics: metrics
        )
        let run = runs.makeRun(identity, outlivesReaders: request.outlivesReaders)
        try runs.add(run, onBusy: request.onBusy, work.perform)
        return run
    }

    private func context(of call: ToolCallRequest, from sender: Principal) -> TurnContext {
        context(call.locale, call.timeZone, message: "", for: sender)
    }

    /// Returns the failure of a call that needs approval, has none, and would fail; `nil` for a call that is to be made.
    ///
    /// - Throws: ``Problem`` with the question when a person must approve the call first; `CancellationError`.
    private func failure(
        before call: ToolCallRequest,
        _ caller: Caller,
        _ reservation: Reservation?,
        _ tools: ToolRegistry
    ) async throws -> ToolFailure? {
        guard Self.mayNeedApproval(call, tools) else { return nil }
        do {
            guard let question = try await tools.question(before: call.tool, call.arguments, for: caller) else {
                return nil
            }
            reservation?.settle([])
            throw Problem(confirmationNeeded: question)
        } catch let failure as ToolFailure {
            return failure
        }
    }
}

extension Problem {
    /// Makes the problem of a direct call that a person must approve first.
    fileprivate init(confirmationNeeded question: String) {
        self.init(
            .confirmationNeeded,
            detail: "the tool was not called; ask the person, and send this again with ?confirm=true once they agree"
        )
        extensions["question"] = .string(question)
    }
}
