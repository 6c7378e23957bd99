extension LanguageModelSession {
    /// A session's model, options, instructions and tools, worked out anew before each round (Apple FoundationModels 27.0).
    ///
    /// ```swift
    /// struct Travel: LanguageModelSession.DynamicProfile {
    ///     @SessionProperty(\.isPlanning) var isPlanning
    ///     var body: some LanguageModelSession.DynamicProfile {
    ///         if isPlanning {
    ///             Profile { "Plan carefully." }.model(large).temperature(0)
    ///         } else {
    ///             Profile { "Be brief." }
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// The options of a call come first, then those of the innermost modifier.
    public protocol DynamicProfile {
        /// The profile that this one is made of.
        associatedtype Body: DynamicProfile

        /// The profile that this one is made of; read before each round.
        @DynamicProfileBuilder var body: Body { get }
    }

    /// A profile with these instructions and tools (Apple FoundationModels 27.0).
    public struct Profile: DynamicProfile, SettingsPart {
        private let instructions: AnyDynamicInstructions
        private let name: String

        /// Makes a profile.
        public init<Content: DynamicInstructions>(@DynamicInstructionsBuilder _ dynamicInstructions: () -> Content) {
            instructions = AnyDynamicInstructions(erasing: dynamicInstructions())
            name = String(reflecting: Content.self)
        }

        /// A profile is made of nothing else.
        public typealias Body = Self
        /// The profile itself.
        public var body: Self { self }

        func contribute(to settings: inout RoundSettings) {
            settings.profileName += name
            instructions.add(to: &settings)
        }
    }

    /// A profile of any type (Apple FoundationModels 27.0).
    public struct AnyDynamicProfile: DynamicProfile, SettingsPart {
        private let content: any DynamicProfile

        /// Hides the type of a profile.
        public init(_ dynamicProfile: any DynamicProfile) { content = dynamicProfile }

        /// Hides the type of a profile.
        public init(erasing dynamicProfile: some DynamicProfile) { content = dynamicProfile }

        /// A profile is made of nothing else.
        public typealias Body = Self
        /// The profile itself.
        public var body: Self { self }

        func contribute(to settings: inout RoundSettings) { content.add(to: &settings) }
    }

    /// The profile of one of two branches (Apple FoundationModels 27.0).
    public enum ConditionalDynamicProfile<TrueContent, FalseContent>: DynamicProfile, SettingsPart
    where TrueContent: DynamicProfile, FalseContent: DynamicProfile {
        /// The first.
        case trueContent(TrueContent)
        /// The second.
        case falseContent(FalseContent)

        /// A profile is made of nothing else.
        public typealias Body = Self
        /// The profile itself.
        public var body: Self { self }

        func contribute(to settings: inout RoundSettings) {
            switch self {
            case .trueContent(let content):
                settings.profileName += "+"
                content.add(to: &settings)
            case .falseContent(let content):
                settings.profileName += "-"
                content.add(to: &settings)
            }
        }
    }

    /// Builds a ``DynamicProfile``, which is one profile in the end (Apple FoundationModels 27.0).
    @resultBuilder
    public struct DynamicProfileBuilder {
        /// Takes a profile.
        public static func buildBlock<Content: DynamicProfile>(_ content: Content) -> Content { content }

        /// Takes the first branch.
        public static func buildEither<TrueContent, FalseContent>(
            first content: TrueContent
        ) -> ConditionalDynamicProfile<TrueContent, FalseContent> {
            .trueContent(content)
        }

        /// Takes the second branch.
        public static func buildEither<TrueContent, FalseContent>(
            second content: FalseContent
        ) -> ConditionalDynamicProfile<TrueContent, FalseContent> {
            .falseContent(content)
        }

        /// Takes a profile that needs a newer system.
        public static func buildLimitedAvailability(_ content: some DynamicProfile) -> AnyDynamicProfile {
            AnyDynamicProfile(erasing: content)
        }
    }

    /// A change of profiles that can be used again (Apple FoundationModels 27.0).
    public protocol DynamicProfileModifier {
        /// The changed profile's type.
        associatedtype Body: LanguageModelSession.DynamicProfile
        /// The profile that is changed.
        typealias Content = DynamicProfileModifierContent<Self>
        /// A profile.
        typealias DynamicProfile = LanguageModelSession.DynamicProfile
        /// A property of the session that asks.
        typealias SessionProperty = LanguageModelSession.SessionProperty

        /// The changed profile.
        @DynamicProfileBuilder func body(content: Content) -> Body
    }

    /// The profile that a modifier changes (Apple FoundationModels 27.0).
    public struct DynamicProfileModifierContent<Modifier: DynamicProfileModifier>: DynamicProfile, SettingsPart {
        fileprivate let content: any DynamicProfile

        /// A profile is made of nothing else.
        public typealias Body = Self
        /// The profile itself.
        public var body: Self { self }

        func contribute(to settings: inout RoundSettings) { content.add(to: &settings) }
    }

    /// A profile with a modifier (Apple FoundationModels 27.0).
    public struct ModifiedDynamicProfile<Content, Modifier>: DynamicProfile
    where Content: DynamicProfile, Modifier: DynamicProfileModifier {
        fileprivate let content: Content
        fileprivate let modifier: Modifier

        /// The modifier makes the changed profile.
        public typealias Body = Modifier.Body
        /// The changed profile.
        public var body: Modifier.Body { modifier.body(content: .init(content: content)) }
    }
}

/// A profile and one thing said of it, which an inner profile may have said already.
struct AdjustedProfile<Content: LanguageModelSession.DynamicProfile>: LanguageModelSession.DynamicProfile, SettingsPart
{
    let content: Content
    let adjust: (inout RoundSettings) -> Void

    var body: Self { self }

    func contribute(to settings: inout RoundSettings) {
        content.add(to: &settings)
        adjust(&settings)
    }
}

extension LanguageModelSession.DynamicProfile {
    /// A profile with instructions and tools.
    public typealias Profile = LanguageModelSession.Profile
    /// A profile.
    public typealias DynamicProfile = LanguageModelSession.DynamicProfile
    /// A property of the session that asks.
    public typealias SessionProperty = LanguageModelSession.SessionProperty

    /// Adds what this profile says to the settings of a round.
    func add(to settings: inout RoundSettings) {
        if let part = self as? any SettingsPart { part.contribute(to: &settings) } else { body.add(to: &settings) }
    }

    private func adjusted(_ adjust: @escaping (inout RoundSettings) -> Void) -> some LanguageModelSession.DynamicProfile
    {
        AdjustedProfile(content: self, adjust: adjust)
    }

    private func handling(_ handler: ProfileHandler) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.handlers.append(handler) }
    }

    /// Changes the profile by a modifier.
    public func modifier(
        _ modifier: some LanguageModelSession.DynamicProfileModifier
    ) -> some LanguageModelSession.DynamicProfile {
        LanguageModelSession.ModifiedDynamicProfile(content: self, modifier: modifier)
    }

    /// Sets the model.
    public func model(_ model: some LanguageModel) -> some LanguageModelSession.DynamicProfile {
        let erased = ErasedLanguageModel(model)
        return adjusted { $0.model = $0.model ?? erased }
    }

    /// Sets the temperature.
    public func temperature(_ temperature: Double?) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.options.temperature = $0.options.temperature ?? temperature }
    }

    /// Sets how the next token is chosen.
    public func samplingMode(
        _ samplingMode: GenerationOptions.SamplingMode?
    ) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.options.samplingMode = $0.options.samplingMode ?? samplingMode }
    }

    /// Sets how many tokens an answer may have.
    public func maximumResponseTokens(_ count: Int?) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.options.maximumResponseTokens = $0.options.maximumResponseTokens ?? count }
    }

    /// Sets how long the model thinks.
    public func reasoningLevel(
        _ level: ContextOptions.ReasoningLevel?
    ) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.reasoningLevel = $0.reasoningLevel ?? level }
    }

    /// Sets whether tools may or must be called.
    public func toolCallingMode(
        _ mode: GenerationOptions.ToolCallingMode?
    ) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.options.toolCallingMode = $0.options.toolCallingMode ?? mode }
    }

    /// Changes what the model is shown of the history; the transcript stays as it is.
    public func historyTransform(
        _ transform: @escaping ([Transcript.Entry]) -> [Transcript.Entry]
    ) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.historyTransforms.append(transform) }
    }

    /// Sets what the transcript holds after a turn that failed.
    public func transcriptErrorHandlingPolicy(
        _ policy: TranscriptErrorHandlingPolicy?
    ) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.errorPolicy = $0.errorPolicy ?? policy }
    }
}

// MARK: - What happens

extension LanguageModelSession.DynamicProfile {
    /// Performs an action when a turn begins.
    public func onPrompt(
        perform action: @escaping (Transcript.Prompt) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.prompt(action))
    }

    /// Performs an action when a turn begins.
    public func onPrompt(
        perform action: @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.prompt { _ in try await action() })
    }

    /// Performs an action when the model has answered.
    public func onResponse(
        perform action: @escaping (Transcript.Response) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.response(action))
    }

    /// Performs an action when the model has answered.
    public func onResponse(
        perform action: @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.response { _ in try await action() })
    }

    /// Performs an action when the model has thought.
    public func onReasoning(
        perform action: @escaping (Transcript.Reasoning) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.reasoning(action))
    }

    /// Performs an action when the model has thought.
    public func onReasoning(
        perform action: @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.reasoning { _ in try await action() })
    }

    /// Performs an action before a tool is called; what it throws ends the turn.
    public func onToolCall(
        perform action: @escaping (Transcript.ToolCall) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.toolCall(action))
    }

    /// Performs an action before a tool is called; what it throws ends the turn.
    public func onToolCall(
        perform action: @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.toolCall { _ in try await action() })
    }

    /// Performs an action when a tool has ended.
    public func onToolOutput(
        perform action: @escaping (Transcript.ToolCall, Transcript.ToolOutput) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.toolOutput(action))
    }

    /// Performs an action when a tool has ended.
    public func onToolOutput(
        perform action: @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.toolOutput { _, _ in try await action() })
    }

    /// Performs an action when the profile becomes the active one.
    public func onActivate(perform action: @escaping () async -> Void) -> some LanguageModelSession.DynamicProfile {
        handling(.activation(action))
    }

    /// Performs an action when another profile becomes the active one.
    public func onDeactivate(perform action: @escaping () async -> Void) -> some LanguageModelSession.DynamicProfile {
        handling(.deactivation(action))
    }
}
