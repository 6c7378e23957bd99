public import Foundation
public import Observation
import StreamingJSON
import Synchronization

/// The default model of sessions (Apple FoundationModels 26.0).
///
/// On Apple's systems it is the model on the device. Elsewhere the system has no model, so the program installs one at
/// its start. Code written for Apple's framework then runs unchanged:
///
/// ```swift
/// SystemLanguageModel.use(model, contextSize: 128_000)
/// let session = LanguageModelSession(instructions: "Be brief.")
/// ```
///
/// Until then ``availability-swift.property`` is ``Availability-swift.enum/unavailable(_:)``, and turns throw
/// ``Error/assetsUnavailable(_:)``.
public final class SystemLanguageModel: Sendable, Observable {
    struct Backing: Sendable {
        let model: ErasedLanguageModel
        let contextSize: Int
        let supportedLanguages: Set<Locale.Language>
    }

    private static let installed = Mutex<Backing?>(nil)
    @TaskLocal private static var substitute: Backing?

    /// The system's model, for general use.
    public static let `default` = SystemLanguageModel()

    /// The use that the model is meant for.
    public let useCase: UseCase

    /// Makes a reference to the system's model for one use.
    ///
    /// - Parameters:
    ///   - useCase: Ignored here, because the program decides which model it installs.
    ///   - guardrails: Ignored here, because content filters are the provider's.
    public init(useCase: UseCase = .general, guardrails: Guardrails = .default) { self.useCase = useCase }

    var backing: Backing? { Self.substitute ?? Self.installed.withLock { $0 } }

    /// A use of a system model.
    public struct UseCase: Sendable, Equatable {
        private let name: String

        /// General use.
        public static let general = Self(name: "general")
        /// Finding the topics of a text.
        public static let contentTagging = Self(name: "content tagging")
    }

    /// A content filter of a system model.
    public struct Guardrails: Sendable {
        private let name: String

        /// The default filter.
        public static let `default` = Self(name: "default")
        /// A filter that also lets through the content of texts that are only to be transformed.
        public static let permissiveContentTransformations = Self(name: "permissive content transformations")
    }
}

// MARK: - Installing a model

extension SystemLanguageModel {
    /// Installs a model as the system's, for the whole process.
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

    /// Installs a model as the system's while `operation` runs, for its tasks only.
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
    /// The availability of the model.
    public enum Availability: Equatable, Sendable {
        /// The model can be used.
        case available
        /// The model cannot be used.
        case unavailable(UnavailableReason)

        /// The reason why the model cannot be used.
        public enum UnavailableReason: Hashable, Sendable {
            /// The device cannot run the model; never the case here.
            case deviceNotEligible
            /// The person has not turned it on; never the case here.
            case appleIntelligenceNotEnabled
            /// No model is installed yet.
            case modelNotReady
        }
    }

    /// Whether the model can be used; it can once the program has installed one.
    public var availability: Availability { backing == nil ? .unavailable(.modelNotReady) : .available }

    /// Whether the model can be used.
    public var isAvailable: Bool { backing != nil }

    /// The languages that the installed model supports; empty if the program named none.
    public var supportedLanguages: Set<Locale.Language> { backing?.supportedLanguages ?? [] }

    /// Returns whether the model supports a locale's language; always true if the program named no languages.
    public func supportsLocale(_ locale: Locale = .current) -> Bool {
        supportedLanguages.isEmpty
            || supportedLanguages.contains { $0.languageCode == locale.language.languageCode }
    }

    /// The number of tokens that the model can read and write in one round.
    public var contextSize: Int { backing?.contextSize ?? 4096 }

    /// A variant of Apple's model (27.0).
    ///
    /// The installed model is none of Apple's, and the name says that.
    public struct Variant: Sendable, Hashable {
        /// The name to show to people.
        public let displayName: String

        /// Apple's model with three billion parameters; never the case here.
        public static let core3 = Self(displayName: "Core 3")
        /// Apple's larger model; never the case here.
        public static let coreAdvanced3 = Self(displayName: "Core Advanced 3")
        /// The model that the program installed.
        public static let named = Self(displayName: "The model that the program named")
    }

    /// The variant of Apple's model; here always ``Variant/named``.
    public var variant: Variant { .named }

    /// The error of a request to the system's model.
    public enum Error: Swift.Error, LocalizedError, CustomDebugStringConvertible {
        /// No model is installed.
        case assetsUnavailable(AssetsUnavailable)

        /// The payload for a missing model.
        public struct AssetsUnavailable: Sendable {
            /// The description of the error.
            public var debugDescription: String

            /// Makes a payload.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        /// The description of the error.
        public var debugDescription: String {
            switch self {
            case .assetsUnavailable(let payload): payload.debugDescription
            }
        }

        /// The description of the error.
        public var errorDescription: String? { debugDescription }
    }
}

// MARK: - Counting

extension SystemLanguageModel {
    /// Returns the estimated number of tokens in a prompt.
    public func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
        TokenEstimator().tokenCount(of: prompt.promptRepresentation.content)
    }

    /// Returns the estimated number of tokens in instructions.
    public func tokenCount(for instructions: Instructions) async throws -> Int {
        TokenEstimator().tokenCount(of: instructions.content)
    }

    /// Returns the estimated number of tokens in the definitions of tools.
    public func tokenCount(for tools: [any Tool]) async throws -> Int {
        TokenEstimator().tokenCount(of: tools.map { LanguageModelSession.definition(of: $0) })
    }

    /// Returns the estimated number of tokens in a schema.
    public func tokenCount(for schema: GenerationSchema) async throws -> Int {
        TokenEstimator().tokenCount(of: schema.jsonValue.serialized())
    }

    /// Returns the estimated number of tokens in entries of a transcript.
    public func tokenCount(for transcriptEntries: some Collection<Transcript.Entry>) async throws -> Int {
        TokenEstimator().tokenCount(of: transcriptEntries)
    }
}
