public import Foundation

extension LanguageModelSession {
    /// Why a session did not take a turn, or ended it (Apple FoundationModels 27.0).
    ///
    /// A session's limits and its states that Apple's framework does not have are in ``TurnError``, so that a switch over these two
    /// is complete here too.
    public enum Error: Swift.Error, Sendable, Hashable {
        /// Another turn of this session is going on.
        case concurrentRequests
        /// The transcript was set while a turn was going on; the turn was ended and the transcript left as it was.
        case transcriptMutationWhileResponding
    }

    /// A limit of the session that a turn reached, or a state of the session that the turn does not fit.
    public enum TurnError: Swift.Error, Sendable, Hashable {
        /// The model kept calling tools for more rounds than allowed.
        case tooManyToolRounds(limit: Int)
        /// The model called more tools at once than allowed.
        case tooManyToolCalls(limit: Int)
        /// The model wrote more in one round than allowed.
        case answerTooLong(limit: Int)
        /// The model sent more entries and segments in one round than allowed.
        case tooManyParts(limit: Int)
        /// The model took back a call that had been told as it came.
        case shownCallRemoved(id: String)
        /// A tool call was required of the model, and there is no tool.
        case noToolToRequire
        /// Calls of the last turn still wait for their outputs.
        case callsPending(ids: [String])
        /// There is nothing to resume: no call waits for its output.
        case notSuspended
        /// No call of the last round has this id.
        case unknownCall(id: String)
        /// A call that waits for approval was given an output, or one that waits for an output was approved.
        case resolutionDoesNotFit(id: String)
    }
}

extension LanguageModelSession.Error: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// What happened and what to do.
    public var debugDescription: String {
        switch self {
        case .concurrentRequests:
            "this session is already answering; wait for that answer or use another session"
        case .transcriptMutationWhileResponding:
            "the transcript was set while the session was answering; set it between two turns"
        }
    }

    /// What happened and what to do.
    public var description: String { debugDescription }

    /// What happened and what to do.
    public var errorDescription: String? { debugDescription }
}

extension LanguageModelSession.TurnError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// What happened and what to do.
    public var debugDescription: String {
        switch self {
        case .tooManyToolRounds(let limit):
            "the model called tools for \(limit) rounds without answering; the turn was stopped"
        case .tooManyToolCalls(let limit):
            "the model called more than \(limit) tools at once; the turn was stopped and none of them was run"
        case .answerTooLong(let limit):
            "the model wrote more than \(limit) bytes in one round; the turn was stopped"
        case .tooManyParts(let limit):
            "the model sent more than \(limit) entries and segments in one round; the turn was stopped"
        case .shownCallRemoved(let id):
            "the model took back the call \(id), which had been shown already; the turn was stopped"
        case .noToolToRequire:
            "a tool call is required of the model, but the session has no tool; give it one or allow an answer without"
        case .callsPending(let ids):
            "the calls \(ids.joined(separator: ", ")) still wait for their outputs; resume the session with them first"
        case .notSuspended:
            "no call waits for its output, so there is nothing to resume; prompt the session instead"
        case .unknownCall(let id):
            "there is no call \(id) in the last round; resume with the ids of the pending calls"
        case .resolutionDoesNotFit(let id):
            "the call \(id) waits for something else: approve or reject what waits for approval, give an output to the rest"
        }
    }

    /// What happened and what to do.
    public var description: String { debugDescription }

    /// What happened and what to do.
    public var errorDescription: String? { debugDescription }
}

extension LanguageModelSession {
    /// A tool threw, and the session's policy is to end the turn (Apple FoundationModels 26.0).
    public struct ToolCallError: Swift.Error, LocalizedError, CustomStringConvertible {
        /// The tool.
        public var tool: any Tool
        /// What it threw.
        public var underlyingError: any Swift.Error

        /// Makes an error.
        public init(tool: any Tool, underlyingError: any Swift.Error) {
            self.tool = tool
            self.underlyingError = underlyingError
        }

        /// Which tool, and why.
        public var description: String { "the tool \(tool.name) failed: \(underlyingError)" }

        /// Which tool, and why.
        public var errorDescription: String? { description }
    }
}
