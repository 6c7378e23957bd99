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
            if let problem = Problem(temporary: error) {
                self = problem
                return
            }
            self.init(
                .internalError,
                detail: "the server has an internal error; its log has the details under the run's id"
            )
        }
    }

    private init(_ error: LanguageModelError) {
        switch error {
        case .contextSizeExceeded: self.init(.conversationTooLong, detail: ServiceText.tooLong)
        case .rateLimited(let limit):
            let seconds = limit.resetDate.map { max(1, Int($0.timeIntervalSinceNow.rounded(.up))) }
            self.init(.upstreamBusy, detail: ServiceText.busy, retryAfterSeconds: seconds)
        case .guardrailViolation: self.init(.refused, detail: ServiceText.filtered)
        case .refusal: self.init(.refused, detail: "The model declined to answer.")
        case .timeout: self.init(.upstreamTimeout, detail: ServiceText.timedOut)
        case .unsupportedCapability, .unsupportedTranscriptContent, .unsupportedGenerationGuide,
            .unsupportedLanguageOrLocale:
            self.init(.invalidRequest, detail: error.description)
        }
    }

    private init(_ error: ModelProviderError) {
        let detail = error.clientText
        switch error.code {
        case .noUsableKey where error.retryAfter != nil:
            let seconds = error.retryAfter.map { max(1, Int(($0 / .seconds(1)).rounded(.up))) }
            self.init(.upstreamBusy, detail: ServiceText.busy, retryAfterSeconds: seconds)
        case .noUsableKey: self.init(.noUsableKey, detail: detail)
        case .unauthorized, .outOfCredit: self.init(.upstreamUnauthorized, detail: detail)
        // What the client wrote is the cause, so the client has to change it.
        case .invalidRequest, .outputLimit: self.init(.invalidRequest, detail: detail)
        case .contextExceeded: self.init(.conversationTooLong, detail: detail)
        case .modelNotFound, .noInterface:
            self.init(.upstreamFailed, detail: detail)
            isPermanent = true
        default: self.init(.upstreamFailed, detail: detail)
        }
    }

    private init(_ error: TransportError) {
        self.init(error.code.timeoutStage == nil ? .upstreamFailed : .upstreamTimeout, detail: error.clientText)
    }
}

/// The texts about a model's service for a client that knows neither its address nor its account and can only do something else.
private enum ServiceText {
    static let busy = "The model's service wants fewer requests for now. Send the request again later."
    static let timedOut = "The model's service took too long. Send the request again."
    static let cut = "The model's answer ended in the middle. Send the request again."
    static let unreadable = "The model's service sent an answer that this server cannot read."
    static let filtered = "The content filter of the model's service stopped the request or the answer."
    static let tooLong = "The conversation is longer than the model can read. Shorten it, or start a new one."
    static let ask = "Choose another model, or ask whoever runs this server."
}

extension ModelProviderError {
    /// The error for a client: without the provider's host and without advice that only the operator can follow.
    fileprivate var clientText: String {
        switch code {
        case .unauthorized: "The model's service does not accept this server's key\(facts). \(ServiceText.ask)"
        case .outOfCredit: "This server's account at the model's service has no credit left\(facts). \(ServiceText.ask)"
        case .noUsableKey: "This server has no usable key for the model. \(ServiceText.ask)"
        case .rateLimited: ServiceText.busy
        case .modelNotFound: "The model's service does not have the model\(facts). \(ServiceText.ask)"
        case .noInterface: "The model's service is not at its configured address\(facts). \(ServiceText.ask)"
        case .filtered: ServiceText.filtered
        case .refused: "The policy of the model's service does not allow the request\(facts)."
        case .invalidRequest: "The model's service did not accept the request\(facts)."
        case .contextExceeded: ServiceText.tooLong
        // Its text names no host.
        case .outputLimit: message
        case .timedOut: ServiceText.timedOut
        case .truncatedStream: ServiceText.cut
        case .upstreamFault: "The model's service failed\(facts). Send the request again."
        default: ServiceText.unreadable
        }
    }
}

extension TransportError {
    /// The error for a client, as ``ModelProviderError/clientText``.
    fileprivate var clientText: String {
        switch code {
        case .body: ServiceText.cut
        case .limit: ServiceText.unreadable
        case .circuitOpen: "The model's service has failed too often recently. Send the request again later."
        case .invalidRequest, .policy: "The model's service cannot be used as it is configured. \(ServiceText.ask)"
        case _ where code.timeoutStage != nil: ServiceText.timedOut
        default: "The model's service cannot be reached. Send the request again later."
        }
    }
}
