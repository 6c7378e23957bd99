public import Foundation
public import Observation

/// Apple's model on Apple's servers (Apple FoundationModels 27.0).
///
/// These servers answer Apple's devices only. Here the model is never available, and a turn throws
/// ``Error/serviceUnavailable(_:)``. Code that checks ``availability`` first runs its fallback.
public final class PrivateCloudComputeLanguageModel: LanguageModel, Observable {
    /// Makes a reference to the model.
    public init() {}

    /// The capabilities of Apple's model.
    public var capabilities: LanguageModelCapabilities {
        LanguageModelCapabilities([.vision, .guidedGeneration, .toolCalling, .reasoning])
    }

    /// The configuration from which the executor is made.
    public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

    /// Whether the model can be used.
    public enum Availability: Equatable, Sendable {
        /// The model can be used; never the case here.
        case available
        /// The model cannot be used.
        case unavailable(UnavailableReason)

        /// The reason why the model cannot be used.
        public enum UnavailableReason: Hashable, Sendable {
            /// The servers do not answer this machine.
            case deviceNotEligible
            /// The system is not ready yet; never the case here.
            case systemNotReady
        }
    }

    /// The availability: always `unavailable`.
    public var availability: Availability { .unavailable(.deviceNotEligible) }

    /// Whether the model can be used: always false.
    public var isAvailable: Bool { false }

    /// The number of tokens that the model can read and write in one round; not known here.
    ///
    /// - Throws: ``Error/serviceUnavailable(_:)`` always.
    public var contextSize: Int { get async throws { throw Error.unavailable } }

    /// The languages that the model supports; not known here.
    ///
    /// - Throws: ``Error/serviceUnavailable(_:)`` always.
    public var supportedLanguages: Set<Locale.Language> { get async throws { throw Error.unavailable } }

    /// Returns whether the model supports a locale's language; not known here.
    ///
    /// - Throws: ``Error/serviceUnavailable(_:)`` always.
    public func supportsLocale(_ locale: Locale = .current) async throws -> Bool { throw Error.unavailable }

    /// The person's use of their quota; here always none.
    public var quotaUsage: QuotaUsage { QuotaUsage() }

    /// A person's use of their quota.
    public struct QuotaUsage: Sendable {
        /// The state of a quota.
        public enum Status: Sendable {
            /// Part of the quota is left.
            case belowLimit(BelowLimit)
            /// The quota is used up.
            case limitReached(LimitReached)

            /// A quota of which part is left.
            public struct BelowLimit: Sendable {
                /// Whether little is left.
                public var isApproachingLimit: Bool
            }

            /// A quota that is used up.
            public struct LimitReached: Sendable {}
        }

        /// An offer of a larger quota.
        public struct LimitIncreaseSuggestion: Sendable {
            /// Shows the offer; unavailable here.
            @available(*, unavailable, message: "Apple's offers can be shown on Apple's systems only.")
            public func show() {}
        }

        /// The state of the quota.
        public var status: Status { .belowLimit(.init(isApproachingLimit: false)) }
        /// Whether the quota is used up.
        public var isLimitReached: Bool { false }
        /// The date when the quota is renewed; `nil` here.
        public var resetDate: Date? { nil }
        /// An offer of a larger quota; `nil` here.
        public var limitIncreaseSuggestion: LimitIncreaseSuggestion? { nil }
    }

    /// The error of a request to Apple's servers.
    public enum Error: Swift.Error, LocalizedError, CustomDebugStringConvertible {
        /// The servers could not be reached; never thrown here.
        case networkFailure(NetworkFailure)
        /// The person's quota is used up; never thrown here.
        case quotaLimitReached(QuotaLimitReached)
        /// The servers do not answer this machine.
        case serviceUnavailable(ServiceUnavailable)

        /// The payload for servers that could not be reached.
        public struct NetworkFailure: Sendable {
            /// The description of the error.
            public var debugDescription: String

            /// Makes a payload.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        /// The payload for a quota that is used up.
        public struct QuotaLimitReached: Sendable {
            /// An offer of a larger quota.
            public var limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion?
            /// The date when the quota is renewed.
            public var resetDate: Date?
            /// The description of the error.
            public var debugDescription: String

            /// Makes a payload.
            public init(
                limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion? = nil,
                resetDate: Date? = nil,
                debugDescription: String
            ) {
                self.limitIncreaseSuggestion = limitIncreaseSuggestion
                self.resetDate = resetDate
                self.debugDescription = debugDescription
            }
        }

        /// The payload for servers that do not answer this machine.
        public struct ServiceUnavailable: Sendable {
            /// The description of the error.
            public var debugDescription: String

            /// Makes a payload.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        static var unavailable: Self {
            .serviceUnavailable(
                .init(
                    debugDescription: "Apple's servers answer only Apple's devices. "
                        + "Use another model for the session, or check availability first."
                )
            )
        }

        /// The description of the error, with what to do.
        public var debugDescription: String {
            switch self {
            case .networkFailure(let payload): payload.debugDescription
            case .quotaLimitReached(let payload): payload.debugDescription
            case .serviceUnavailable(let payload): payload.debugDescription
            }
        }

        /// The description of the error, with what to do.
        public var errorDescription: String? { debugDescription }
    }

    /// An executor that fails each request.
    public struct Executor: LanguageModelExecutor {
        /// The model type that the executor serves.
        public typealias Model = PrivateCloudComputeLanguageModel

        /// An empty configuration.
        public struct Configuration: Hashable, Sendable {}

        /// Makes an executor.
        public init(configuration: Configuration) {}

        /// Does nothing.
        public func prewarm(model: PrivateCloudComputeLanguageModel, transcript: Transcript) {}

        /// Always throws.
        ///
        /// - Throws: ``PrivateCloudComputeLanguageModel/Error/serviceUnavailable(_:)`` always.
        public func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: PrivateCloudComputeLanguageModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            throw PrivateCloudComputeLanguageModel.Error.unavailable
        }
    }
}
