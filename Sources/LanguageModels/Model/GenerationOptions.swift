/// How to generate an answer (Apple FoundationModels 26.0).
public struct GenerationOptions: Sendable, Equatable {
    /// How the next token is chosen; `nil` leaves it to the model.
    public var samplingMode: SamplingMode?
    /// From 0 (most likely) upwards; `nil` leaves it to the model.
    public var temperature: Double?
    /// The most tokens that an answer may have; `nil` leaves it to the model.
    public var maximumResponseTokens: Int?
    /// Whether tools may or must be called; `nil` is `allowed`.
    public var toolCallingMode: ToolCallingMode?
    /// The options of other interfaces that Apple's framework has no word for.
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

    /// How the next token is chosen, in the spelling of 26.0.
    public var sampling: SamplingMode? {
        get { samplingMode }
        set { samplingMode = newValue }
    }

    /// How the next token is chosen.
    public struct SamplingMode: Sendable, Equatable {
        /// The ways to choose.
        public enum Kind: Sendable, Equatable {
            /// Always the most likely.
            case greedy
            /// Among the `k` most likely.
            case randomTopK(Int, seed: UInt64?)
            /// Among the most likely whose probabilities add up to the threshold.
            case randomProbabilityThreshold(Double, seed: UInt64?)
        }

        /// The way to choose.
        public let kind: Kind

        /// Always the most likely.
        public static var greedy: Self { Self(kind: .greedy) }

        /// Among the `k` most likely.
        public static func random(top k: Int, seed: UInt64? = nil) -> Self { Self(kind: .randomTopK(k, seed: seed)) }

        /// Among the most likely whose probabilities add up to the threshold.
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
            /// At least one call.
            case required
            /// No call.
            case disallowed
        }

        /// The mode.
        public let kind: Kind

        /// The model decides.
        public static let allowed = Self(kind: .allowed)
        /// At least one call.
        public static let required = Self(kind: .required)
        /// No call.
        public static let disallowed = Self(kind: .disallowed)
    }
}
