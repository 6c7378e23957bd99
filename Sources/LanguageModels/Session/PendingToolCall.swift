/// A call that a suspended session waits for.
public struct PendingToolCall: Sendable, Equatable, Identifiable {
    /// What a call waits for.
    public enum Need: Sendable, Hashable {
        /// A person's approval; the tool is then run by the session.
        case approval
        /// The output of a tool that is run elsewhere.
        case output
    }

    /// The call.
    public var call: Transcript.ToolCall
    /// What it waits for.
    public var need: Need

    /// The call's id, by which it is resolved.
    public var id: String { call.id }

    /// Makes a pending call.
    public init(call: Transcript.ToolCall, need: Need) {
        self.call = call
        self.need = need
    }
}

/// What becomes of one pending call.
public enum ToolResolution: Sendable, Equatable {
    /// The output of a tool that was run elsewhere.
    case output(Transcript.ToolOutput)
    /// A tool that was run elsewhere failed; the text tells the model why.
    case failure(id: String, message: String)
    /// The call is approved: the session runs the tool.
    case approval(id: String)
    /// The call is not to be made; the model is told so, with the reason if there is one.
    case rejection(id: String, reason: String? = nil)
    /// The call needs no approval because it would fail; the text tells the model why, and nobody is asked.
    case refusal(id: String, message: String)

    /// The call's id.
    public var id: String {
        switch self {
        case .output(let output): output.id
        case .failure(let id, _), .approval(let id), .rejection(let id, _), .refusal(let id, _): id
        }
    }

    /// Whether it answers this need; a rejection answers both.
    func fits(_ need: PendingToolCall.Need) -> Bool {
        switch self {
        case .output, .failure: need == .output
        case .approval, .refusal: need == .approval
        case .rejection: true
        }
    }
}

extension LanguageModelSession {
    /// A turn stopped at calls that wait for approval or for outputs from elsewhere.
    ///
    /// Not a failure: the transcript holds what was done, and ``LanguageModelSession/resume(_:)`` goes on from there.
    public struct Suspension: Swift.Error, Sendable, CustomStringConvertible {
        /// The calls that are waited for, in the order of the calls.
        public var pendingCalls: [PendingToolCall]

        /// Makes a suspension.
        public init(pendingCalls: [PendingToolCall]) { self.pendingCalls = pendingCalls }

        /// Which calls are waited for.
        public var description: String {
            let calls = pendingCalls.map { "\($0.call.toolName) (\($0.id))" }.joined(separator: ", ")
            return "the turn waits for \(calls); resume the session with their outputs or approvals"
        }
    }
}
