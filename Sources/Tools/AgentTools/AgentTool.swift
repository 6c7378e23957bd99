public import LanguageModels
public import ToolPhrases
public import StreamingJSON

/// A tool that Torii serves: an Apple-style tool with what the built-in model, the registry and the operator also need.
///
/// A tool fails with a ``ToolFailure`` in the caller's language, which never contains an upstream's text. The registry enforces
/// the limits declared here for every tool alike (``ToolRegistry/served(_:for:)``).
public protocol AgentTool: DeadlineTool where Output == String, Arguments: Generable {
    /// The sentences by which a person asks for this tool, for the built-in model.
    var phrases: ToolPhrases { get }

    /// What the tool does, in two or three words for people, by language; empty for a tool that is shown by its name.
    var titles: [PhraseLanguage: String] { get }

    /// Whether a call destroys or sends something irrevocably.
    ///
    /// Such a call waits for a person's approval, in a turn and in a direct call without a model.
    var isDestructive: Bool { get }

    /// Whether making the same call twice has the effect of making it once.
    var isIdempotent: Bool { get }

    /// The number of characters of an output that the model receives at once; `nil` if the tool limits its output itself.
    ///
    /// A longer output is cut, at the end of a line if possible, and ends with how to read the rest (``ReadOn``).
    var outputBudget: Int? { get }

    /// The number of bytes that all texts of a call's arguments may have together; a call with more is refused before it is made.
    var argumentBudget: Int { get }

    /// The age up to which a cached output may replace a call, and its audience; ignored unless the tool is read-only.
    ///
    /// The output of such a tool must depend only on its arguments and on the caller's locale, time zone and day.
    var cachePolicy: ToolCachePolicy { get }

    /// The types of the artifacts that a call may attach for the client, such as `inventory.items`.
    var artifactTypes: [String] { get }

    /// When a model sees the tool.
    var exposure: ToolExposure { get }

    /// Further words by which the tool is found, in any language.
    var searchWords: [String] { get }

    /// The names of the tools without which a model cannot fill the arguments; they are offered with this one.
    var companions: [String] { get }

    /// The schema of the arguments as clients see it and calls are checked against it.
    var argumentSchema: JSONValue { get }

    /// The tools that a call asks in turn; a caller needs the permission to call each of them.
    var askedTools: [AskedTool] { get }

    /// The data that the tool shows, which decides whether a user of a client may call it.
    var data: ToolData { get }

    /// Returns the data that the tool shows to a caller.
    ///
    /// - Parameter hasOwnInventory: Whether the caller has an inventory apart from that of the others.
    func data(hasOwnInventory: Bool) -> ToolData

    /// The question that asks a person to approve a call, in their language.
    func question(for arguments: Arguments, caller: Caller) -> String

    /// Looks up what a call that needs approval would change, and changes nothing.
    ///
    /// - Returns: The question with what was found, such as the title of an item; by default ``question(for:caller:)``.
    /// - Throws: ``ToolFailure`` if the call would fail: no approval is requested, and the model receives the reason.
    @concurrent func examine(_ arguments: Arguments, caller: Caller) async throws -> String
}

/// When a model sees a tool; direct calls and the built-in model do not depend on it.
public enum ToolExposure: String, Sendable, Hashable {
    /// In every turn.
    case always
    /// In every turn, unless it would have more than ``ToolRegistry/mostOffered`` tools; then as with ``search``.
    case automatic
    /// From the turn on whose message has the tool's words.
    case search
    /// Never.
    case never
}

extension AgentTool {
    /// None.
    public var titles: [PhraseLanguage: String] { [:] }

    /// False.
    public var isDestructive: Bool { false }

    /// True for a read-only tool.
    public var isIdempotent: Bool { isReadOnly }

    /// 12,000 characters: about 3,000 tokens of English, and about 10,000 of Japanese.
    public var outputBudget: Int? { 12_000 }

    /// 64 KiB: more than any of the tools needs, and little enough to process in any way.
    public var argumentBudget: Int { 64 << 10 }

    /// No output is cached.
    public var cachePolicy: ToolCachePolicy { .none }

    /// None.
    public var artifactTypes: [String] { [] }

    /// Always.
    public var exposure: ToolExposure { .always }

    /// None.
    public var searchWords: [String] { [] }

    /// None.
    public var companions: [String] { [] }

    /// The schema that models see.
    public var argumentSchema: JSONValue { parameters.jsonValue }

    /// None.
    public var askedTools: [AskedTool] { [] }

    /// The operator's, so that a user may call a tool that does not declare it only by name.
    public var data: ToolData { .operator }

    /// The declared data: few tools depend on the caller's inventory.
    public func data(hasOwnInventory: Bool) -> ToolData { data }

    /// Asks whether to run the tool, by its name.
    public func question(for arguments: Arguments, caller: Caller) -> String {
        caller.text("Run \(name)?", "\(name) を実行しますか？")
    }

    /// The question of ``question(for:caller:)``, unchanged.
    @concurrent public func examine(_ arguments: Arguments, caller: Caller) async throws -> String {
        question(for: arguments, caller: caller)
    }

    /// 20 seconds.
    public var deadline: Duration { .seconds(20) }

    /// Whether the tool's phrases declare that it only reads.
    public var isReadOnly: Bool { phrases.effect == .reads }
}
