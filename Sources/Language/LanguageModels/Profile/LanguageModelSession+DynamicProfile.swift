extension LanguageModelSession {
    /// A session's model, options, instructions and tools, evaluated again before each round (Apple FoundationModels
    /// 27.0).
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
    /// The options of a call override those of the profile, and an inner modifier overrides an outer one.
    public protocol DynamicProfile {
        /// The type of the profile that makes up this profile.
        associatedtype Body: DynamicProfile

        /// The profile that makes up this profile; read before each round.
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

        /// The type itself, because a profile has no parts of this kind.
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

        /// Erases the type of a profile.
        public init(_ dynamicProfile: any DynamicProfile) { content = dynamicProfile }

        /// Erases the type of a profile.
        public init(erasing dynamicProfile: some DynamicProfile) { content = dynamicProfile }

        /// The type itself, because the content is added directly.
        public typealias Body = Self
        /// The profile itself.
        public var body: Self { self }

        func contribute(to settings: inout RoundSettings) { content.add(to: &settings) }
    }

    /// The profile of one of two branches (Apple FoundationModels 27.0).
    public enum ConditionalDynamicProfile<TrueContent, FalseContent>: DynamicProfile, SettingsPart
    where TrueContent: DynamicProfile, FalseContent: DynamicProfile {
        /// The branch for a true condition.
        case trueContent(TrueContent)
        /// The branch for a false condition.
        case falseContent(FalseContent)

        /// The type itself, because the branch is added directly.
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

    /// Builds a ``DynamicProfile`` that results in exactly one profile (Apple FoundationModels 27.0).
    @resultBuilder
    public struct DynamicProfileBuilder {
        /// Returns a profile unchanged.
        public static func buildBlock<Content: DynamicProfile>(_ content: Content) -> Content { content }

        /// Returns the profile of the first branch.
        public static func buildEither<TrueContent, FalseContent>(
            first content: TrueContent
        ) -> ConditionalDynamicProfile<TrueContent, FalseContent> {
            .trueContent(content)
        }

        /// Returns the profile of the second branch.
        public static func buildEither<TrueContent, FalseContent>(
            second content: FalseContent
        ) -> ConditionalDynamicProfile<TrueContent, FalseContent> {
            .falseContent(content)
        }

        /// Returns a profile that needs a newer system.
        public static func buildLimitedAvailability(_ content: some DynamicProfile) -> AnyDynamicProfile {
            AnyDynamicProfile(erasing: content)
        }
    }

    /// A reusable change to profiles (Apple FoundationModels 27.0).
    public protocol DynamicProfileModifier {
        /// The type of the changed profile.
        associatedtype Body: LanguageModelSession.DynamicProfile
        /// The type of the profile to change.
        typealias Content = DynamicProfileModifierContent<Self>
        /// A profile.
        typealias DynamicProfile = LanguageModelSession.DynamicProfile
        /// A property of the session that evaluates the profile.
        typealias SessionProperty = LanguageModelSession.SessionProperty

        /// Returns the changed profile.
        @DynamicProfileBuilder func body(content: Content) -> Body
    }

    /// The profile that a modifier changes (Apple FoundationModels 27.0).
    public struct DynamicProfileModifierContent<Modifier: DynamicProfileModifier>: DynamicProfile, SettingsPart {
        fileprivate let content: any DynamicProfile

        /// The type itself, because the content is added directly.
        public typealias Body = Self
        /// The profile itself.
        public var body: Self { self }

        func contribute(to settings: inout RoundSettings) { content.add(to: &settings) }
    }

    /// A profile with a modifier applied (Apple FoundationModels 27.0).
    public struct ModifiedDynamicProfile<Content, Modifier>: DynamicProfile
    where Content: DynamicProfile, Modifier: DynamicProfileModifier {
        fileprivate let content: Content
        fileprivate let modifier: Modifier

        /// The type of the changed profile.
        public typealias Body = Modifier.Body
        /// The changed profile.
        public var body: Modifier.Body { modifier.body(content: .init(content: content)) }
    }
}

/// A profile with one setting added; a value that an inner profile has set stays.
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
    /// A property of the session that evaluates the profile.
    public typealias SessionProperty = LanguageModelSession.SessionProperty

    /// Adds the settings of this profile to those of a round.
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

    /// Applies a modifier to the profile.
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

    /// Sets the method of choosing the next token.
    public func samplingMode(
        _ samplingMode: GenerationOptions.SamplingMode?
    ) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.options.samplingMode = $0.options.samplingMode ?? samplingMode }
    }

    /// Sets the maximum number of tokens in an answer.
    public func maximumResponseTokens(_ count: Int?) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.options.maximumResponseTokens = $0.options.maximumResponseTokens ?? count }
    }

    /// Sets the amount of reasoning.
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

    /// Transforms the history that the model reads; the transcript does not change.
    public func historyTransform(
        _ transform: @escaping ([Transcript.Entry]) -> [Transcript.Entry]
    ) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.historyTransforms.append(transform) }
    }

    /// Sets the policy for the transcript of a turn that failed.
    public func transcriptErrorHandlingPolicy(
        _ policy: TranscriptErrorHandlingPolicy?
    ) -> some LanguageModelSession.DynamicProfile {
        adjusted { $0.errorPolicy = $0.errorPolicy ?? policy }
    }
}

// MARK: - Event handlers

extension LanguageModelSession.DynamicProfile {
    /// Adds an action for the start of a turn.
    public func onPrompt(
        perform action: @escaping (Transcript.Prompt) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.prompt(action))
    }

    /// Adds an action for the start of a turn.
    public func onPrompt(
        perform action: @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.prompt { _ in try await action() })
    }

    /// Adds an action for each answer of the model.
    public func onResponse(
        perform action: @escaping (Transcript.Response) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.response(action))
    }

    /// Adds an action for each answer of the model.
    public func onResponse(
        perform action: @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.response { _ in try await action() })
    }

    /// Adds an action for each reasoning entry of the model.
    public func onReasoning(
        perform action: @escaping (Transcript.Reasoning) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.reasoning(action))
    }

    /// Adds an action for each reasoning entry of the model.
    public func onReasoning(
        perform action: @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.reasoning { _ in try await action() })
    }

    /// Adds an action before each tool call; an error that it throws ends the turn.
    public func onToolCall(
        perform action: @escaping (Transcript.ToolCall) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.toolCall(action))
    }

    /// Adds an action before each tool call; an error that it throws ends the turn.
    public func onToolCall(
        perform action: @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.toolCall { _ in try await action() })
    }

    /// Adds an action for the end of each tool call.
    public func onToolOutput(
        perform action: @escaping (Transcript.ToolCall, Transcript.ToolOutput) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.toolOutput(action))
    }

    /// Adds an action for the end of each tool call.
    public func onToolOutput(
        perform action: @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        handling(.toolOutput { _, _ in try await action() })
    }

    /// Adds an action for the time when this profile becomes the active one.
    public func onActivate(perform action: @escaping () async -> Void) -> some LanguageModelSession.DynamicProfile {
        handling(.activation(action))
    }

    /// Adds an action for the time when another profile replaces this one.
    public func onDeactivate(perform action: @escaping () async -> Void) -> some LanguageModelSession.DynamicProfile {
        handling(.deactivation(action))
    }
}
