#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import AgentWire

/// The error of a request to Torii, or the end of a run that has not completed.
public struct ToriiError: Error, Sendable, Equatable {
    /// The kinds of errors.
    public struct Code: Hashable, Sendable {
        private enum Base {
            case problem, unauthorized, unreachable, tls, invalidURL, invalidAnswer, runCanceled, canceled
        }

        private let base: Base

        /// The server refused the request, or the run failed or was interrupted: ``ToriiError/problem`` says why.
        public static var problem: Code { Code(base: .problem) }
        /// The server refused the token, also the one that was requested after the first refusal.
        public static var unauthorized: Code { Code(base: .unauthorized) }
        /// The server could not be reached for as long as the ``ReconnectPolicy`` allows, or its connections broke each time.
        public static var unreachable: Code { Code(base: .unreachable) }
        /// The server's certificate is not trusted.
        public static var tls: Code { Code(base: .tls) }
        /// The address of the server is no URL.
        public static var invalidURL: Code { Code(base: .invalidURL) }
        /// The response is none of Torii's, or a value does not fit the requested type.
        public static var invalidAnswer: Code { Code(base: .invalidAnswer) }
        /// The run was canceled, by this client or for the ``ToriiError/cancelReason``.
        public static var runCanceled: Code { Code(base: .runCanceled) }
        /// The task was canceled.
        public static var canceled: Code { Code(base: .canceled) }
    }

    /// The kind of error.
    public var code: Code
    /// The event, the cause and the remedy, for a person.
    public var message: String
    /// The problem document of the server; `nil` if it sent none.
    public var problem: Problem?
    /// The status of the response; `nil` if there was none.
    public var status: Int?
    /// The reason why the run was canceled; `nil` for other errors.
    public var cancelReason: RunEvent.CancelReason?
    /// The wait that the server asks for; `nil` if it named none.
    public var retryAfter: Duration?
    /// Whether the server does not know the response that a request continues.
    package var isAboutPreviousResponse = false

    /// Makes an error.
    public init(
        _ code: Code,
        _ message: String,
        problem: Problem? = nil,
        status: Int? = nil,
        cancelReason: RunEvent.CancelReason? = nil,
        retryAfter: Duration? = nil
    ) {
        self.code = code
        self.message = message
        self.problem = problem
        self.status = status
        self.cancelReason = cancelReason
        self.retryAfter = retryAfter
    }
}

extension ToriiError.Code: CustomStringConvertible {
    /// The code's name, such as `unreachable`.
    public var description: String { "\(base)" }
}

extension ToriiError: LocalizedError, CustomStringConvertible {
    /// The message.
    public var description: String { message }

    /// The message.
    public var errorDescription: String? { message }
}

extension ToriiError {
    /// The error of a run that failed or was interrupted.
    init(_ problem: Problem, status: Int? = nil, retryAfter: Duration? = nil) {
        self.init(
            problem.kind == .unauthorized ? .unauthorized : .problem,
            "\(problem.title): \(problem.detail)",
            problem: problem,
            status: status,
            retryAfter: retryAfter
        )
    }

    /// The error of a run that was canceled.
    init(_ reason: RunEvent.CancelReason) {
        let cause =
            switch reason {
            case .requested: "it was requested"
            case .disconnected: "nobody read its events for longer than the server waits"
            case .replaced: "a later message replaced it"
            case .revoked: "the token was revoked"
            }
        self.init(.runCanceled, "The run was canceled because \(cause).", cancelReason: reason)
    }

    /// The error of an exchange without a complete response.
    package init(_ error: ExchangeError) {
        switch error.kind {
        case .invalidURL: self.init(.invalidURL, error.message)
        case .tls: self.init(.tls, error.message)
        case .unreachable, .broken: self.init(.unreachable, error.message)
        case .canceled: self.init(.canceled, error.message)
        }
    }
}
