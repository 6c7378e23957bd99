/// Instructions and tools that are worked out anew before each round (Apple FoundationModels 27.0).
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
    /// What these instructions are made of.
    associatedtype Body: DynamicInstructions

    /// What these instructions are made of; read before each round.
    @DynamicInstructionsBuilder var body: Body { get }
}

extension DynamicInstructions {
    /// Instructions for each element of a collection.
    public typealias ForEach = DynamicInstructionsForEach
    /// A property of the session that asks.
    public typealias SessionProperty = LanguageModelSession.SessionProperty

    /// Adds these instructions to the settings of a round.
    func add(to settings: inout RoundSettings) {
        if let part = self as? any SettingsPart { part.contribute(to: &settings) } else { body.add(to: &settings) }
    }
}

extension Instructions: DynamicInstructions, SettingsPart {
    /// Instructions are made of nothing else.
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

    /// Instructions are made of nothing else.
    public typealias Body = Self
    /// The instructions themselves.
    public var body: Self { self }

    func contribute(to settings: inout RoundSettings) {}
}

/// Several instructions, one after the other (Apple FoundationModels 27.0).
public struct TupleDynamicInstructions<each Content: DynamicInstructions>: DynamicInstructions, SettingsPart {
    private let content: (repeat each Content)

    /// Joins instructions.
    public init(_ content: repeat each Content) { self.content = (repeat each content) }

    /// Instructions are made of nothing else.
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
    /// The branch that was taken.
    public enum Branch {
        /// The first.
        case trueContent(TrueContent)
        /// The second.
        case falseContent(FalseContent)
    }

    private let branch: Branch

    /// Takes a branch.
    public init(_ branch: Branch) { self.branch = branch }

    /// Instructions are made of nothing else.
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

    /// Hides the type of instructions.
    public init(_ dynamicInstructions: any DynamicInstructions) { content = dynamicInstructions }

    /// Hides the type of instructions.
    public init(erasing dynamicInstructions: some DynamicInstructions) { content = dynamicInstructions }

    /// Instructions are made of nothing else.
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

    /// Makes instructions for each element.
    public init(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.content = content
    }

    /// Instructions are made of nothing else.
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
    /// Instructions are made of nothing else.
    public typealias Body = Self
    /// The instructions themselves.
    public var body: Self { self }

    func contribute(to settings: inout RoundSettings) { self?.add(to: &settings) }
}

extension Never: DynamicInstructions {
    /// Nothing.
    public typealias Body = Never
    /// Nothing, because there is no such value.
    public var body: Never { self }
}

/// Builds ``DynamicInstructions`` from instructions, texts, tools and other dynamic instructions (Apple FoundationModels 27.0).
@resultBuilder
public struct DynamicInstructionsBuilder {
    /// Makes none.
    public static func buildBlock() -> EmptyDynamicInstructions { EmptyDynamicInstructions() }

    /// Takes instructions alone as they are.
    public static func buildBlock<Content: DynamicInstructions>(_ content: Content) -> Content { content }

    /// Joins the parts.
    public static func buildBlock<each Content: DynamicInstructions>(
        _ content: repeat each Content
    ) -> TupleDynamicInstructions<repeat each Content> {
        TupleDynamicInstructions(repeat each content)
    }

    /// Takes dynamic instructions.
    public static func buildExpression<Content: DynamicInstructions>(_ expression: Content) -> Content { expression }

    /// Takes a text.
    public static func buildExpression(_ text: String) -> Instructions { Instructions(text: text) }

    /// Takes a tool.
    public static func buildExpression(_ tool: some Tool) -> some DynamicInstructions {
        ToolInstructions(tools: [tool])
    }

    /// Takes tools.
    public static func buildExpression(_ tools: [any Tool]) -> some DynamicInstructions {
        ToolInstructions(tools: tools)
    }

    /// Takes a part that may be missing.
    public static func buildOptional<Content: DynamicInstructions>(_ content: Content?) -> Content? { content }

    /// Takes the first branch.
    public static func buildEither<TrueContent, FalseContent>(
        first content: TrueContent
    ) -> ConditionalDynamicInstructions<TrueContent, FalseContent> {
        ConditionalDynamicInstructions(.trueContent(content))
    }

    /// Takes the second branch.
    public static func buildEither<TrueContent, FalseContent>(
        second content: FalseContent
    ) -> ConditionalDynamicInstructions<TrueContent, FalseContent> {
        ConditionalDynamicInstructions(.falseContent(content))
    }

    /// Takes a part that needs a newer system.
    public static func buildLimitedAvailability(_ content: some DynamicInstructions) -> AnyDynamicInstructions {
        AnyDynamicInstructions(erasing: content)
    }
}
