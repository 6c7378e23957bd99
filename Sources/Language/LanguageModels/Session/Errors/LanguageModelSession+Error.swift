public import Foundation

extension LanguageModelSession {
    /// The reason why a session refused or ended a turn (Apple FoundationModels 27.0).
    ///
    /// Limits and session states that Apple's framework does not have are in ``TurnError``, so that a switch over
    /// these two cases is complete here too.
    public enum Error: Swift.Error, Sendable, Hashable {
        /// Another turn of this session is running.
        case concurrentRequests
        /// The transcript was set while a turn was running; the turn was ended and the transcript left unchanged.
        case transcriptMutationWhileResponding
    }

    /// A limit of the session that a turn exceeded, or a session state that does not permit the turn.
    public enum TurnError: Swift.Error, Sendable, Hashable {
        /// The model called tools for more rounds than allowed.
        case tooManyToolRounds(limit: Int)
        /// The model called more tools in one round than allowed.
        case tooManyToolCalls(limit: Int)
        /// The model wrote more bytes in one round than allowed.
        case answerTooLong(limit: Int)
        /// The model sent more entries and segments in one round than allowed.
        case tooManyParts(limit: Int)
        /// The model withdrew a call that had been emitted already.
        case shownCallRemoved(id: String)
        /// The options require a tool call, but the session has no tool.
        case noToolToRequire
        /// Calls of the last turn still wait for their outputs.
        case callsPending(ids: [String])
        /// There is nothing to resume, because no call waits for its output.
        case notSuspended
        /// No call of the last round has this id.
        case unknownCall(id: String)
        /// A call that waits for approval got an output, or a call that waits for an output got an approval.
        case resolutionDoesNotFit(id: String)
    }
}

extension LanguageModelSession.Error: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// The description of the error, with what to do.
    public var debugDescription: String {
        switch self {
        case .concurrentRequests:
            "this session is already answering; wait for that answer or use another session"
        case .transcriptMutationWhileResponding:
            "the transcript was set while the session was answering; set it between two turns"
        }
    }

    /// The description of the error, with what to do.
    public var description: String { debugDescription }

    /// The description of the error, with what to do.
    public var errorDescription: String? { debugDescription }
}

extension LanguageModelSession.TurnError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// The description of the error, with what to do.
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
            "the model withdrew the call \(id), which had been shown already; the turn was stopped"
        case .noToolToRequire:
            "a tool call is required of the model, but the session has no tool; add a tool or allow an answer without a call"
        case .callsPending(let ids):
            "the calls \(ids.joined(separator: ", ")) still wait for their outputs; resume the session with them first"
        case .notSuspended:
            "no call waits for its output, so there is nothing to resume; prompt the session instead"
        case .unknownCall(let id):
            "there is no call \(id) in the last round; resume with the ids of the pending calls"
        case .resolutionDoesNotFit(let id):
            "the call \(id) waits for something else: approve or reject calls that wait for approval, and send outputs for the others"
        }
    }

    /// The description of the error, with what to do.
    public var description: String { debugDescription }

    /// The description of the error, with what to do.
    public var errorDescription: String? { debugDescription }
}

extension LanguageModelSession {
    /// The error of a tool that ended the turn, as the session's policy demands (Apple FoundationModels 26.0).
    public struct ToolCallError: Swift.Error, LocalizedError, CustomStringConvertible {
        /// The tool.
        public var tool: any Tool
        /// The error of the tool.
        public var underlyingError: any Swift.Error

        /// Makes an error.
        public init(tool: any Tool, underlyingError: any Swift.Error) {
            self.tool = tool
            self.underlyingError = underlyingError
        }

        /// The tool's name and its error.
        public var description: String { "the tool \(tool.name) failed: \(underlyingError)" }

        /// The tool's name and its error.
        public var errorDescription: String? { description }
    }
}
