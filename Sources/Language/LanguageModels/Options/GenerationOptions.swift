/// The options for generating an answer (Apple FoundationModels 26.0).
public struct GenerationOptions: Sendable, Equatable {
    /// The method of choosing the next token; `nil` leaves it to the model.
    public var samplingMode: SamplingMode?
    /// The sampling temperature, from 0 (most likely token) upwards; `nil` leaves it to the model.
    public var temperature: Double?
    /// The maximum number of tokens in an answer; `nil` leaves it to the model.
    public var maximumResponseTokens: Int?
    /// Whether tools may or must be called; `nil` is `allowed`.
    public var toolCallingMode: ToolCallingMode?
    /// The generation options that Apple's framework lacks and other interfaces have.
    package var details = Details()

    /// Makes options.
    public init(
        samplingMode: SamplingMode? = nil,
        temperature: Double? = nil,
        maximumResponseTokens: Int? = nil
    ) {
        self.init(
            samplingMode: samplingMode,
            temperature: temperature,
            maximumResponseTokens: maximumResponseTokens,
            toolCallingMode: nil
        )
    }

    /// Makes options (27.0).
    public init(
        samplingMode: SamplingMode? = nil,
        temperature: Double? = nil,
        maximumResponseTokens: Int? = nil,
        toolCallingMode: ToolCallingMode?
    ) {
        self.samplingMode = samplingMode
        self.temperature = temperature
        self.maximumResponseTokens = maximumResponseTokens
        self.toolCallingMode = toolCallingMode
    }

    /// Makes options, in the spelling of 26.0.
    public init(sampling: SamplingMode?, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
        self.init(samplingMode: sampling, temperature: temperature, maximumResponseTokens: maximumResponseTokens)
    }

    /// The method of choosing the next token, in the spelling of 26.0.
    public var sampling: SamplingMode? {
        get { samplingMode }
        set { samplingMode = newValue }
    }

    /// A method of choosing the next token.
    public struct SamplingMode: Sendable, Equatable {
        /// The methods.
        public enum Kind: Sendable, Equatable {
            /// Always the most likely token.
            case greedy
            /// One of the `k` most likely tokens.
            case randomTopK(Int, seed: UInt64?)
            /// One of the most likely tokens whose probabilities add up to the threshold.
            case randomProbabilityThreshold(Double, seed: UInt64?)
        }

        /// The method.
        public let kind: Kind

        /// Always the most likely token.
        public static var greedy: Self { Self(kind: .greedy) }

        /// One of the `k` most likely tokens.
        public static func random(top k: Int, seed: UInt64? = nil) -> Self { Self(kind: .randomTopK(k, seed: seed)) }

        /// One of the most likely tokens whose probabilities add up to the threshold.
        public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> Self {
            Self(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
        }
    }

    /// Whether tools may or must be called (27.0).
    public struct ToolCallingMode: Sendable, Equatable {
        /// The modes.
        public enum Kind: Sendable, Hashable {
            /// The model decides.
            case allowed
            /// The model must make at least one call.
            case required
            /// The model must make no call.
            case disallowed
        }

        /// The mode.
        public let kind: Kind

        /// The model decides.
        public static let allowed = Self(kind: .allowed)
        /// The model must make at least one call.
        public static let required = Self(kind: .required)
        /// The model must make no call.
        public static let disallowed = Self(kind: .disallowed)
    }
}
