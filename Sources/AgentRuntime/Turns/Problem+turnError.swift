import AgentWire
import Foundation
import LanguageModels
import ModelProviders
import Storage
import Transport

extension Problem {
    /// Makes the problem of a turn's error, with the details that a client may know.
    init(turnError error: any Error) {
        switch error {
        case let problem as Problem:
            self = problem
        case let error as LanguageModelError:
            self.init(error)
        case let error as ModelProviderError:
            self.init(error)
        case let error as TransportError:
            self.init(error)
        case let error as LanguageModelSession.Error:
            self.init(.upstreamFailed, detail: error.description)
        case let error as LanguageModelSession.TurnError:
            self.init(.upstreamFailed, detail: error.description)
        case let error as StoreError where error.code == .conflict:
            self.init(
                .conversationBusy,
                detail: "another turn was added to this conversation meanwhile; send this turn again"
            )
        default:
            self.init(
                .internalError,
                detail: "the server has an internal error; its log has the details under the run's id"
            )
        }
    }

    private init(_ error: LanguageModelError) {
        switch error {
        case .contextSizeExceeded: self.init(.conversationTooLong, detail: error.description)
        case .rateLimited(let limit):
            let seconds = limit.resetDate.map { max(1, Int($0.timeIntervalSinceNow.rounded(.up))) }
            self.init(.upstreamBusy, detail: error.description, retryAfterSeconds: seconds)
        case .guardrailViolation, .refusal: self.init(.refused, detail: error.description)
        case .timeout: self.init(.upstreamTimeout, detail: error.description)
        case .unsupportedCapability, .unsupportedTranscriptContent, .unsupportedGenerationGuide,
            .unsupportedLanguageOrLocale:
            self.init(.invalidRequest, detail: error.description)
        }
    }
}

extension Problem {
    private init(_ error: ModelProviderError) {
        switch error.code {
        case .noUsableKey where error.retryAfter != nil:
            let seconds = error.retryAfter.map { max(1, Int(($0 / .seconds(1)).rounded(.up))) }
            self.init(.upstreamBusy, detail: error.message, retryAfterSeconds: seconds)
        case .noUsableKey: self.init(.noUsableKey, detail: error.message)
        case .unauthorized, .outOfCredit: self.init(.upstreamUnauthorized, detail: error.message)
        // What the client wrote is the cause, so the client has to change it.
        case .invalidRequest, .outputLimit: self.init(.invalidRequest, detail: error.message)
        case .contextExceeded: self.init(.conversationTooLong, detail: error.message)
        case .modelNotFound, .noInterface:
            self.init(.upstreamFailed, detail: error.message)
            isPermanent = true
        default: self.init(.upstreamFailed, detail: error.message)
        }
    }

    private init(_ error: TransportError) {
        self.init(error.code.timeoutStage == nil ? .upstreamFailed : .upstreamTimeout, detail: error.message)
    }
}
