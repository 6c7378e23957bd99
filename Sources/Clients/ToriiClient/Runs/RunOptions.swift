public import AgentWire
import StreamingJSON

/// An app's part in a run: its tools, its approvals, and the policy for an app that stops reading.
public struct RunOptions: Sendable {
    /// Answers a call that waits for a person's approval.
    ///
    /// The task is canceled at the deadline of the call, and when the app stops reading. An error leaves the call open.
    public typealias ApprovalHandler = @Sendable (RequiredAction) async throws -> ApprovalDecision

    /// The tools that the app runs, in addition to those of the server.
    ///
    /// The calls of one round run at the same time, each in a task that is canceled at its deadline.
    public var tools: [AppTool]
    /// The answer to calls that wait for a person; `nil` if the app answers with ``ToriiService/answer(_:with:)``.
    public var approve: ApprovalHandler?
    /// The policy for the run when the app's task is canceled, or when the app leaves the loop over the events.
    ///
    /// `nil` cancels the run, unless the request has the policy `finish` for a lost connection.
    public var onStop: StopPolicy?
    /// Receives notices about the connection, for a status line; they are no events of the run.
    public var onNotice: (@Sendable (RunNotice) -> Void)?
    /// The key with which the request can be repeated, also by an app that was started again; `nil` makes a new one for each iteration.
    ///
    /// The same key and request are the same run.
    public var idempotencyKey: String?

    /// Makes options.
    public init(
        tools: [AppTool] = [],
        approve: ApprovalHandler? = nil,
        onStop: StopPolicy? = nil,
        onNotice: (@Sendable (RunNotice) -> Void)? = nil,
        idempotencyKey: String? = nil
    ) {
        self.tools = tools
        self.approve = approve
        self.onStop = onStop
        self.onNotice = onNotice
        self.idempotencyKey = idempotencyKey
    }
}

extension RunOptions {
    /// Returns the policy for a run with this request.
    func stopPolicy(of start: WireRequest?) -> StopPolicy {
        if let onStop { return onStop }
        return start?.body?["on_disconnect"]?.stringValue == ChatRequest.DisconnectPolicy.finish.rawValue
            ? .detach : .cancelRun
    }
}

/// The policy for a run whose app stops reading its events.
public enum StopPolicy: Sendable, Equatable {
    /// The run is canceled.
    case cancelRun
    /// The connection is closed; the server's policy for a run without readers decides, which is `on_disconnect` of the request.
    case detach
}

/// A notice about the connection of a run.
public enum RunNotice: Sendable {
    /// The events arrive.
    case connected
    /// A connection was lost or refused, and another attempt follows.
    ///
    /// - Parameters:
    ///   - attempt: The number of attempts in a row that brought nothing new.
    ///   - retryIn: The wait before the next attempt.
    case lost(ToriiError, attempt: Int, retryIn: Duration)
    /// The answer to a call could not be delivered, so the call waits on until its deadline.
    case answerRefused(call: String, ToriiError)
}

/// A person's decision about a call.
public enum ApprovalDecision: Sendable, Equatable {
    /// The server makes the call.
    case approve
    /// The call is not made; the model learns the reason.
    case reject(reason: String? = nil)
    /// The call stays open until its deadline, for another answer.
    case leaveOpen
}
