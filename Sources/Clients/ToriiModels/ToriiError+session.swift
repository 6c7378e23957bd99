#if canImport(FoundationModels)
import FoundationModels
#else
import LanguageModels
#endif
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import AgentWire
import StreamingJSON
import ToriiClient

extension ToriiError {
    /// Makes the error that a stream names before its end.
    init(code: String?, message: String) {
        let document: JSONValue = [
            "error": ["message": .string(message), "type": "server_error", "code": .text(code), "param": nil]
        ]
        if let document = try? OpenAIErrorDocument(jsonValue: document, status: 200) {
            self.init(document)
            status = nil
        } else {
            self.init(.problem, message)
        }
    }

    /// The error in the session's terms, if they have one for it; otherwise the error itself.
    @available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
    var forSession: any Error {
        switch problem?.kind {
        case .conversationTooLong, .payloadTooLarge:
            LanguageModelError.contextSizeExceeded(.init(contextSize: 0, tokenCount: 0, debugDescription: message))
        case .rateLimited, .budgetExceeded, .overloaded, .upstreamBusy:
            LanguageModelError.rateLimited(
                .init(
                    resetDate: retryAfter.map { Date() + TimeInterval($0.components.seconds) },
                    debugDescription: message
                )
            )
        case .refused: LanguageModelError.guardrailViolation(.init(debugDescription: message))
        case .deadlineExceeded, .upstreamTimeout: LanguageModelError.timeout(.init(debugDescription: message))
        default: self
        }
    }
}
