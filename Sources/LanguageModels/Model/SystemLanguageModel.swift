public import Foundation
public import Observation
import StreamingJSON
import Synchronization

/// The model that sessions use when they are given none (Apple FoundationModels 26.0).
///
/// On Apple's systems it is the one on the device. Elsewhere no model comes with the system, so the program says at its start which
/// one stands behind it; code written for Apple's framework then runs as it is:
///
/// ```swift
/// SystemLanguageModel.use(model, contextSize: 128_000)
/// let session = LanguageModelSession(instructions: "Be brief.")
/// ```
///
/// Until then it is ``Availability-swift.enum/unavailable(_:)``, and turns throw ``Error/assetsUnavailable(_:)``.
public final class SystemLanguageModel: Sendable, Observable {
    struct Backing: Sendable {
        let model: ErasedLanguageModel
        let contextSize: Int
        let supportedLanguages: Set<Locale.Language>
    }

    private static let installed = Mutex<Backing?>(nil)
    @TaskLocal private static var substitute: Backing?

    /// The system's model, for any use.
    public static let `default` = SystemLanguageModel()

    /// What the model is used for.
    public let useCase: UseCase

    /// The system's model, for one use.
    ///
    /// - Parameters:
    ///   - useCase: Told to nobody here: which model serves which use is for the program to say.
    ///   - guardrails: Likewise; filters are the provider's.
    public init(useCase: UseCase = .general, guardrails: Guardrails = .default) { self.useCase = useCase }

    var backing: Backing? { Self.substitute ?? Self.installed.withLock { $0 } }

    /// What a system model is used for.
    public struct UseCase: Sendable, Equatable {
        private let name: String

        /// Anything.
        public static let general = Self(name: "general")
        /// Finding the topics of a text.
        public static let contentTagging = Self(name: "content tagging")
    }

    /// What a system model lets pass.
    public struct Guardrails: Sendable {
        private let name: String

        /// The usual.
        public static let `default` = Self(name: "default")
        /// Also what stands in a text that is only to be changed.
        public static let permissiveContentTransformations = Self(name: "permissive content transformations")
    }
}

// MARK: - What stands behind it

extension SystemLanguageModel {
    /// Says which model stands behind the system's, for the whole process.
    public static func use(
        _ model: some LanguageModel,
        contextSize: Int = 4096,
        supportedLanguages: Set<Locale.Language> = []
    ) {
        let backing = Backing(
            model: ErasedLanguageModel(model),
            contextSize: contextSize,
            supportedLanguages: supportedLanguages
        )
        installed.withLock { $0 = backing }
    }

    /// Says which model stands behind the system's while `operation` runs, for the tasks in it only.
    public static func withModel<Result>(
        _ model: some LanguageModel,
        contextSize: Int = 4096,
        supportedLanguages: Set<Locale.Language> = [],
        operation: () async throws -> Result
    ) async rethrows -> Result {
        let backing = Backing(
            model: ErasedLanguageModel(model),
            contextSize: contextSize,
            supportedLanguages: supportedLanguages
        )
        return try await $substitute.withValue(backing) { try await operation() }
    }
}

// MARK: - Availability

extension SystemLanguageModel {
    /// Whether the model can be used.
    public enum Availability: Equatable, Sendable {
        /// It can.
        case available
        /// It cannot.
        case unavailable(UnavailableReason)

        /// Why it cannot.
        public enum UnavailableReason: Hashable, Sendable {
            /// The device cannot run it; never said here.
            case deviceNotEligible
            /// The person has not turned it on; never said here.
            case appleIntelligenceNotEnabled
            /// No model stands behind it yet.
            case modelNotReady
        }
    }

    /// Whether the model can be used: it can once the program has said which model stands behind it.
    public var availability: Availability { backing == nil ? .unavailable(.modelNotReady) : .available }

    /// Whether the model can be used.
    public var isAvailable: Bool { backing != nil }

    /// The languages that the model knows, if the program said so.
    public var supportedLanguages: Set<Locale.Language> { backing?.supportedLanguages ?? [] }

    /// Whether the model knows a locale's language; a program that did not say which it knows is taken to mean all.
    public func supportsLocale(_ locale: Locale = .current) -> Bool {
        supportedLanguages.isEmpty
            || supportedLanguages.contains { $0.languageCode == locale.language.languageCode }
    }

    /// How many tokens the model can read and write in one round.
    public var contextSize: Int { backing?.contextSize ?? 4096 }

    /// Which of Apple's models this is (27.0).
    ///
    /// The model behind it is none of Apple's here, so the name says so.
    public struct Variant: Sendable, Hashable {
        /// The name for a person.
        public let displayName: String

        /// Apple's model of three billion parameters; never here.
        public static let core3 = Self(displayName: "Core 3")
        /// Apple's larger model; never here.
        public static let coreAdvanced3 = Self(displayName: "Core Advanced 3")
        /// A model that the program named.
        public static let named = Self(displayName: "The model that the program named")
    }

    /// Which of Apple's models this is: none of them here.
    public var variant: Variant { .named }

    /// Why the system's model did not answer.
    public enum Error: Swift.Error, LocalizedError, CustomDebugStringConvertible {
        /// There is no model.
        case assetsUnavailable(AssetsUnavailable)

        /// There is no model.
        public struct AssetsUnavailable: Sendable {
            /// What happened.
            public var debugDescription: String

            /// Makes a payload.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        /// What happened.
        public var debugDescription: String {
            switch self {
            case .assetsUnavailable(let payload): payload.debugDescription
            }
        }

        /// What happened.
        public var errorDescription: String? { debugDescription }
    }
}

// MARK: - Counting

extension SystemLanguageModel {
    /// How many tokens a prompt takes, by estimate.
    public func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
        TokenEstimator().tokenCount(of: prompt.promptRepresentation.content)
    }

    /// How many tokens instructions take, by estimate.
    public func tokenCount(for instructions: Instructions) async throws -> Int {
        TokenEstimator().tokenCount(of: instructions.content)
    }

    /// How many tokens the definitions of tools take, by estimate.
    public func tokenCount(for tools: [any Tool]) async throws -> Int {
        TokenEstimator().tokenCount(of: tools.map { LanguageModelSession.definition(of: $0) })
    }

    /// How many tokens a schema takes, by estimate.
    public func tokenCount(for schema: GenerationSchema) async throws -> Int {
        TokenEstimator().tokenCount(of: schema.jsonValue.serialized())
    }

    /// How many tokens entries of a transcript take, by estimate.
    public func tokenCount(for transcriptEntries: some Collection<Transcript.Entry>) async throws -> Int {
        TokenEstimator().tokenCount(of: transcriptEntries)
    }
}
