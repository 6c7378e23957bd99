public import Foundation
public import Observation

/// Apple's model on Apple's servers (Apple FoundationModels 27.0).
///
/// These servers answer Apple's devices only. Here the model is never available, and a turn throws ``Error/serviceUnavailable(_:)``;
/// sources that look at ``availability`` first take the way that they have for that.
public final class PrivateCloudComputeLanguageModel: LanguageModel, Observable {
    /// Names the model.
    public init() {}

    /// What Apple's model can do.
    public var capabilities: LanguageModelCapabilities {
        LanguageModelCapabilities([.vision, .guidedGeneration, .toolCalling, .reasoning])
    }

    /// What the executor is made from.
    public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

    /// Whether the model can be used.
    public enum Availability: Equatable, Sendable {
        /// It can; never said here.
        case available
        /// It cannot.
        case unavailable(UnavailableReason)

        /// Why it cannot.
        public enum UnavailableReason: Hashable, Sendable {
            /// The servers do not answer this machine.
            case deviceNotEligible
            /// The system is not ready yet; never said here.
            case systemNotReady
        }
    }

    /// Never available.
    public var availability: Availability { .unavailable(.deviceNotEligible) }

    /// Whether the model can be used: never.
    public var isAvailable: Bool { false }

    /// How many tokens the model can read and write in one round.
    ///
    /// - Throws: ``Error/serviceUnavailable(_:)``.
    public var contextSize: Int { get async throws { throw Error.unavailable } }

    /// The languages that the model knows.
    ///
    /// - Throws: ``Error/serviceUnavailable(_:)``.
    public var supportedLanguages: Set<Locale.Language> { get async throws { throw Error.unavailable } }

    /// Whether the model knows a locale's language.
    ///
    /// - Throws: ``Error/serviceUnavailable(_:)``.
    public func supportsLocale(_ locale: Locale = .current) async throws -> Bool { throw Error.unavailable }

    /// What may still be asked: nothing was used.
    public var quotaUsage: QuotaUsage { QuotaUsage() }

    /// How much of what a person may ask is used.
    public struct QuotaUsage: Sendable {
        /// How much is used.
        public enum Status: Sendable {
            /// Less than may be.
            case belowLimit(BelowLimit)
            /// All.
            case limitReached(LimitReached)

            /// Less than may be.
            public struct BelowLimit: Sendable {
                /// Whether little is left.
                public var isApproachingLimit: Bool
            }

            /// All.
            public struct LimitReached: Sendable {}
        }

        /// A way to be allowed more.
        public struct LimitIncreaseSuggestion: Sendable {
            /// Shows the way; there is none here.
            @available(*, unavailable, message: "Apple's offers can be shown on Apple's systems only.")
            public func show() {}
        }

        /// How much is used.
        public var status: Status { .belowLimit(.init(isApproachingLimit: false)) }
        /// Whether all is used.
        public var isLimitReached: Bool { false }
        /// When more may be asked.
        public var resetDate: Date? { nil }
        /// A way to be allowed more.
        public var limitIncreaseSuggestion: LimitIncreaseSuggestion? { nil }
    }

    /// Why Apple's servers did not answer.
    public enum Error: Swift.Error, LocalizedError, CustomDebugStringConvertible {
        /// They could not be reached; never said here.
        case networkFailure(NetworkFailure)
        /// All that a person may ask is used; never said here.
        case quotaLimitReached(QuotaLimitReached)
        /// They do not answer this machine.
        case serviceUnavailable(ServiceUnavailable)

        /// They could not be reached.
        public struct NetworkFailure: Sendable {
            /// What happened.
            public var debugDescription: String

            /// Makes a payload.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        /// All that a person may ask is used.
        public struct QuotaLimitReached: Sendable {
            /// A way to be allowed more.
            public var limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion?
            /// When more may be asked.
            public var resetDate: Date?
            /// What happened.
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

        /// They do not answer this machine.
        public struct ServiceUnavailable: Sendable {
            /// What happened.
            public var debugDescription: String

            /// Makes a payload.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        static var unavailable: Self {
            .serviceUnavailable(
                .init(
                    debugDescription: "Apple's servers answer only Apple's devices. "
                        + "Give the session another model, or look at availability first."
                )
            )
        }

        /// What happened and what to do.
        public var debugDescription: String {
            switch self {
            case .networkFailure(let payload): payload.debugDescription
            case .quotaLimitReached(let payload): payload.debugDescription
            case .serviceUnavailable(let payload): payload.debugDescription
            }
        }

        /// What happened and what to do.
        public var errorDescription: String? { debugDescription }
    }

    /// Says of each request that it cannot be answered.
    public struct Executor: LanguageModelExecutor {
        /// The model served.
        public typealias Model = PrivateCloudComputeLanguageModel

        /// Nothing.
        public struct Configuration: Hashable, Sendable {}

        /// Makes an executor.
        public init(configuration: Configuration) {}

        /// Does nothing.
        public func prewarm(model: PrivateCloudComputeLanguageModel, transcript: Transcript) {}

        /// Answers nothing.
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
