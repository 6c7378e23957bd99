/// A tool call that a suspended session waits for.
public struct PendingToolCall: Sendable, Equatable, Identifiable {
    /// The kind of resolution that a call waits for.
    public enum Need: Sendable, Hashable {
        /// A person's approval; the session then runs the tool.
        case approval
        /// The output of a tool that runs elsewhere.
        case output
    }

    /// The call.
    public var call: Transcript.ToolCall
    /// The kind of resolution that the call waits for.
    public var need: Need

    /// The call's id, which its resolution must name.
    public var id: String { call.id }

    /// Makes a pending call.
    public init(call: Transcript.ToolCall, need: Need) {
        self.call = call
        self.need = need
    }
}

/// The resolution of one pending call.
public enum ToolResolution: Sendable, Equatable {
    /// The output of a tool that ran elsewhere.
    case output(Transcript.ToolOutput)
    /// The failure of a tool that ran elsewhere, with the reason as a text for the model.
    case failure(id: String, message: String)
    /// The approval of the call: the session runs the tool.
    case approval(id: String)
    /// The rejection of the call; the model gets the reason if there is one.
    case rejection(id: String, reason: String? = nil)
    /// The refusal of a call that would fail and so needs no approval; the model gets the reason as a text.
    case refusal(id: String, message: String)

    /// The call's id.
    public var id: String {
        switch self {
        case .output(let output): output.id
        case .failure(let id, _), .approval(let id), .rejection(let id, _), .refusal(let id, _): id
        }
    }

    /// Whether the resolution fits this need; a rejection fits both.
    func fits(_ need: PendingToolCall.Need) -> Bool {
        switch self {
        case .output, .failure: need == .output
        case .approval, .refusal: need == .approval
        case .rejection: true
        }
    }
}

extension LanguageModelSession {
    /// The suspension of a turn because calls wait for approval or for outputs from elsewhere.
    ///
    /// A suspension is not a failure: the transcript holds the work done, and ``LanguageModelSession/resume(_:)``
    /// continues from there.
    public struct Suspension: Swift.Error, Sendable, CustomStringConvertible {
        /// The pending calls, in the order of the calls.
        public var pendingCalls: [PendingToolCall]

        /// Makes a suspension.
        public init(pendingCalls: [PendingToolCall]) { self.pendingCalls = pendingCalls }

        /// The pending calls, with what to do.
        public var description: String {
            let calls = pendingCalls.map { "\($0.call.toolName) (\($0.id))" }.joined(separator: ", ")
            return "the turn waits for \(calls); resume the session with their outputs or approvals"
        }
    }
}
