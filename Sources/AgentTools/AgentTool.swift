public import LanguageModels
public import Phrasebook

/// A tool as Torii serves it: what a model needs, and beside it what the built-in model, the registry and the operator need.
///
/// A tool's failures are ``ToolFailure``s in the caller's language; they never hold what an upstream sent. What it declares here is
/// enforced by the registry, for every tool alike (``ToolRegistry/served(_:for:)``).
public protocol AgentTool: DeadlineTool where Output == String, Arguments: Generable {
    /// What a person may say that means this tool, for the built-in model.
    var phrases: ToolPhrases { get }

    /// Whether a call destroys or sends something that cannot be taken back.
    ///
    /// Such a call waits for a person's approval, in a turn and in a call without a model.
    var isDestructive: Bool { get }

    /// Whether the same call made twice leaves what one leaves.
    var isIdempotent: Bool { get }

    /// How many characters of an output a model is given at once; `nil` when the tool sees to that itself.
    ///
    /// A longer output is cut, at the end of a line where there is one, and says how to read on (``ReadOn``).
    var outputBudget: Int? { get }

    /// How many bytes the texts of a call's arguments may have in all; a call with more is answered without being made.
    var argumentBudget: Int { get }

    /// For how long, and to whom, an output may be given again in the place of a call; only heeded for a tool that only reads.
    ///
    /// Such a tool's output may depend on nothing but its arguments and the caller's locale, time zone and day.
    var cachePolicy: ToolCachePolicy { get }

    /// The types of the data that a call may attach for the client, such as `inventory.items`.
    var artifactTypes: [String] { get }

    /// What a person is asked before a call that needs approval, in their language.
    func question(for arguments: Arguments, caller: Caller) -> String

    /// Looks at what a call that needs approval would change, and changes nothing.
    ///
    /// - Returns: The question with what was found, such as the title of an item; by default ``question(for:caller:)``.
    /// - Throws: ``ToolFailure`` when the call would fail: nobody is asked then, and the model is told why.
    @concurrent func examine(_ arguments: Arguments, caller: Caller) async throws -> String
}

extension AgentTool {
    /// False.
    public var isDestructive: Bool { false }

    /// True of a tool that only reads.
    public var isIdempotent: Bool { isReadOnly }

    /// 12,000 characters: about 3,000 tokens of English, and some 10,000 of Japanese.
    public var outputBudget: Int? { 12_000 }

    /// 64 KiB: more than any of the tools has a use for, and little enough for whatever it does with it.
    public var argumentBudget: Int { 64 << 10 }

    /// Every call is made.
    public var cachePolicy: ToolCachePolicy { .none }

    /// None.
    public var artifactTypes: [String] { [] }

    /// Asks for the tool by its name.
    public func question(for arguments: Arguments, caller: Caller) -> String {
        caller.text("Run \(name)?", "\(name) を実行しますか？")
    }

    /// The question as it is.
    @concurrent public func examine(_ arguments: Arguments, caller: Caller) async throws -> String {
        question(for: arguments, caller: caller)
    }

    /// 20 seconds.
    public var deadline: Duration { .seconds(20) }

    /// Whether the tool only looks something up, as its phrases say.
    public var isReadOnly: Bool { phrases.effect == .reads }
}
