import Accounts
public import AgentTools
public import AgentWire
import KeyVault
import LanguageModels
import Storage
import StreamingJSON
import Telemetry
import Transport

extension AgentRuntime {
    /// Whether a person may have to be asked before a direct call, so that ``start(_:client:idempotencyKey:requestID:at:)`` looks at what
    /// the call would change and may take as long as a call.
    public func mayAsk(before call: ToolCallRequest) -> Bool {
        !call.isConfirmed && tools.tool(named: call.tool).map(tools.needsApproval) == true
    }

    /// The caller of a direct call.
    public func caller(of call: ToolCallRequest, client: String) -> Caller { context(of: call, client: client).caller }

    /// Begins the run of a direct call.
    ///
    /// It takes no slot: slots are for turns, which take long, and a direct call must not wait for their ends. Direct calls are limited by
    /// the client's rate and its runs at a time, the server's memory, and the tool's deadline; not by what the client has stored, because
    /// the store keeps only so many of them.
    ///
    /// - Throws: ``Problem`` when a person has to be asked first, with the question, or when the client's limits or the server have no
    ///   room; `StoreError`; `CancellationError`.
    func begin(_ call: ToolCallRequest, from asker: TurnAsker, key: IdempotencyClaims.Key?) async throws -> LiveRun {
        let request = RunRequest.call(call)
        let client = asker.client
        let text = request.text
        // A call that is not made because a person has to be asked is a request too.
        let reservation = try await reserve(for: client)
        let context = context(of: call, client: client.id)
        let failure = try await failure(before: call, context.caller, reservation)
        let time = now()
        let identity = LiveRun.Identity(
            id: Identifier.make("run", at: time),
            client: client.id,
            token: client.tokenID,
            conversation: "",
            model: "",
            request: text,
            idempotencyKey: key?.key,
            requestID: asker.requestID,
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
            measures: measures
        )
        let run = runs.makeRun(identity, outlivesReaders: request.outlivesReaders)
        try runs.add(run, onBusy: request.onBusy, work.perform)
        return run
    }

    private func context(of call: ToolCallRequest, client: String) -> TurnContext {
        context(call.locale, call.timeZone, message: "", client: client)
    }

    /// The failure of a call that needs approval, has none, and would fail; `nil` for a call that is to be made.
    ///
    /// - Throws: ``Problem`` with the question when a person has to be asked first; `CancellationError`.
    private func failure(
        before call: ToolCallRequest,
        _ caller: Caller,
        _ reservation: Reservation?
    ) async throws -> ToolFailure? {
        guard mayAsk(before: call) else { return nil }
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
    /// The problem of a direct call before which a person has to be asked.
    fileprivate init(confirmationNeeded question: String) {
        self.init(
            .confirmationNeeded,
            detail: "nothing was done; ask the person, and send the same with ?confirm=true once they agree"
        )
        extensions["question"] = .string(question)
    }
}
