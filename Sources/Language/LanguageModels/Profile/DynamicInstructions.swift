/// Instructions and tools that are evaluated again before each round (Apple FoundationModels 27.0).
///
/// ```swift
/// struct Guide: DynamicInstructions {
///     @SessionProperty(\.city) var city
///     var body: some DynamicInstructions {
///         "You are a guide to \(city)."
///         MapTool()
///     }
/// }
/// let session = LanguageModelSession(dynamicInstructions: Guide())
/// ```
public protocol DynamicInstructions {
    /// The type of the instructions that make up these instructions.
    associatedtype Body: DynamicInstructions

    /// The instructions that make up these instructions; read before each round.
    @DynamicInstructionsBuilder var body: Body { get }
}

extension DynamicInstructions {
    /// Instructions for each element of a collection.
    public typealias ForEach = DynamicInstructionsForEach
    /// A property of the session that evaluates these instructions.
    public typealias SessionProperty = LanguageModelSession.SessionProperty

    /// Adds these instructions to the settings of a round.
    func add(to settings: inout RoundSettings) {
        if let part = self as? any SettingsPart { part.contribute(to: &settings) } else { body.add(to: &settings) }
    }
}

extension Instructions: DynamicInstructions, SettingsPart {
    /// The type itself, because instructions have no parts of this kind.
    public typealias Body = Instructions
    /// The instructions themselves.
    public var body: Instructions { self }

    func contribute(to settings: inout RoundSettings) { settings.instructions.append(content) }
}

/// Tools among dynamic instructions.
struct ToolInstructions: DynamicInstructions, SettingsPart {
    let tools: [any Tool]

    var body: Self { self }

    func contribute(to settings: inout RoundSettings) { settings.tools += tools }
}

/// No instructions (Apple FoundationModels 27.0).
public struct EmptyDynamicInstructions: DynamicInstructions, SettingsPart, Sendable {
    /// Makes none.
    public init() {}

    /// The type itself, because there are no parts.
    public typealias Body = Self
    /// The empty instructions themselves.
    public var body: Self { self }

    func contribute(to settings: inout RoundSettings) {}
}

/// Several instructions, one after the other (Apple FoundationModels 27.0).
public struct TupleDynamicInstructions<each Content: DynamicInstructions>: DynamicInstructions, SettingsPart {
    private let content: (repeat each Content)

    /// Joins instructions.
    public init(_ content: repeat each Content) { self.content = (repeat each content) }

    /// The type itself, because the parts are added directly.
    public typealias Body = Self
    /// The instructions themselves.
    public var body: Self { self }

    func contribute(to settings: inout RoundSettings) {
        for part in repeat each content { part.add(to: &settings) }
    }
}

/// The instructions of one of two branches (Apple FoundationModels 27.0).
public struct ConditionalDynamicInstructions<TrueContent, FalseContent>: DynamicInstructions, SettingsPart
where TrueContent: DynamicInstructions, FalseContent: DynamicInstructions {
    /// The selected branch.
    public enum Branch {
        /// The branch for a true condition.
        case trueContent(TrueContent)
        /// The branch for a false condition.
        case falseContent(FalseContent)
    }

    private let branch: Branch

    /// Makes the instructions of a branch.
    public init(_ branch: Branch) { self.branch = branch }

    /// The type itself, because the branch is added directly.
    public typealias Body = Self
    /// The instructions themselves.
    public var body: Self { self }

    func contribute(to settings: inout RoundSettings) {
        switch branch {
        case .trueContent(let content): content.add(to: &settings)
        case .falseContent(let content): content.add(to: &settings)
        }
    }
}

/// Instructions of any type (Apple FoundationModels 27.0).
public struct AnyDynamicInstructions: DynamicInstructions, SettingsPart {
    private let content: any DynamicInstructions

    /// Erases the type of instructions.
    public init(_ dynamicInstructions: any DynamicInstructions) { content = dynamicInstructions }

    /// Erases the type of instructions.
    public init(erasing dynamicInstructions: some DynamicInstructions) { content = dynamicInstructions }

    /// The type itself, because the content is added directly.
    public typealias Body = Self
    /// The instructions themselves.
    public var body: Self { self }

    func contribute(to settings: inout RoundSettings) { content.add(to: &settings) }
}

/// Instructions for each element of a collection (Apple FoundationModels 27.0).
public struct DynamicInstructionsForEach<Data, ID, Content>: DynamicInstructions, SettingsPart
where Data: RandomAccessCollection, ID: Hashable, Content: DynamicInstructions {
    private let data: Data
    private let content: (Data.Element) -> Content

    /// Makes instructions for each element, identified by a key path.
    public init(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.content = content
    }

    /// The type itself, because the content is added directly.
    public typealias Body = Self
    /// The instructions themselves.
    public var body: Self { self }

    func contribute(to settings: inout RoundSettings) {
        for element in data { content(element).add(to: &settings) }
    }
}

extension DynamicInstructionsForEach where Data.Element: Identifiable, ID == Data.Element.ID {
    /// Makes instructions for each element.
    public init(_ data: Data, @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data, id: \.id, content: content)
    }
}

extension Optional: DynamicInstructions, SettingsPart where Wrapped: DynamicInstructions {
    /// The type itself, because the content is added directly.
    public typealias Body = Self
    /// The instructions themselves.
    public var body: Self { self }

    func contribute(to settings: inout RoundSettings) { self?.add(to: &settings) }
}

extension Never: DynamicInstructions {
    /// The type itself; there is no such value.
    public typealias Body = Never
    /// Never returns, because there is no such value.
    public var body: Never { self }
}

/// Builds ``DynamicInstructions`` from instructions, texts, tools and other dynamic instructions (Apple
/// FoundationModels 27.0).
@resultBuilder
public struct DynamicInstructionsBuilder {
    /// Makes empty instructions.
    public static func buildBlock() -> EmptyDynamicInstructions { EmptyDynamicInstructions() }

    /// Returns instructions without other parts unchanged.
    public static func buildBlock<Content: DynamicInstructions>(_ content: Content) -> Content { content }

    /// Joins the parts.
    public static func buildBlock<each Content: DynamicInstructions>(
        _ content: repeat each Content
    ) -> TupleDynamicInstructions<repeat each Content> {
        TupleDynamicInstructions(repeat each content)
    }

    /// Returns dynamic instructions unchanged.
    public static func buildExpression<Content: DynamicInstructions>(_ expression: Content) -> Content { expression }

    /// Makes instructions of a text.
    public static func buildExpression(_ text: String) -> Instructions { Instructions(text: text) }

    /// Makes instructions that add a tool.
    public static func buildExpression(_ tool: some Tool) -> some DynamicInstructions {
        ToolInstructions(tools: [tool])
    }

    /// Makes instructions that add tools.
    public static func buildExpression(_ tools: [any Tool]) -> some DynamicInstructions {
        ToolInstructions(tools: tools)
    }

    /// Returns an optional part.
    public static func buildOptional<Content: DynamicInstructions>(_ content: Content?) -> Content? { content }

    /// Returns the part of the first branch.
    public static func buildEither<TrueContent, FalseContent>(
        first content: TrueContent
    ) -> ConditionalDynamicInstructions<TrueContent, FalseContent> {
        ConditionalDynamicInstructions(.trueContent(content))
    }

    /// Returns the part of the second branch.
    public static func buildEither<TrueContent, FalseContent>(
        second content: FalseContent
    ) -> ConditionalDynamicInstructions<TrueContent, FalseContent> {
        ConditionalDynamicInstructions(.falseContent(content))
    }

    /// Returns a part that needs a newer system.
    public static func buildLimitedAvailability(_ content: some DynamicInstructions) -> AnyDynamicInstructions {
        AnyDynamicInstructions(erasing: content)
    }
}
