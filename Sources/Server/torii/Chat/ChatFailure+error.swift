import TerminalChat
import ToriiClient

extension ChatFailure {
    /// Makes a failure from an error of the client library.
    init(_ error: any Error) {
        switch error {
        case let failure as ChatFailure: self = failure
        case let error as ToriiError:
            if let problem = error.problem {
                self.init(problem)
                if retryAfterSeconds == nil, let wait = error.retryAfter {
                    retryAfterSeconds = Int(wait.components.seconds)
                }
            } else {
                self.init(
                    kind: error.code == .unauthorized ? .unauthorized : nil,
                    message: error.message,
                    retryAfterSeconds: error.retryAfter.map { Int($0.components.seconds) }
                )
            }
        case is CancellationError: self.init(message: "The request was stopped.")
        default: self.init(message: "\(error)")
        }
    }
}
