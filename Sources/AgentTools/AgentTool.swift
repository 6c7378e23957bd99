public import LanguageModels
public import Phrasebook

/// A tool as Torii serves it: what a model needs, and beside it what the built-in model and the operator need.
///
/// A tool's failures are ``ToolFailure``s in the caller's language; they never hold what an upstream sent.
public protocol AgentTool: DeadlineTool where Output == String, Arguments: Generable {
    /// What a person may say that means this tool, for the built-in model.
    var phrases: ToolPhrases { get }

    /// Whether a call destroys or sends something that cannot be taken back.
    ///
    /// In a turn such a call waits for a person's approval.
    var isDestructive: Bool { get }

    /// What a person is asked before a call that needs approval, in their language.
    func question(for arguments: Arguments, caller: Caller) -> String
}

extension AgentTool {
    /// False.
    public var isDestructive: Bool { false }

    /// Asks for the tool by its name.
    public func question(for arguments: Arguments, caller: Caller) -> String {
        caller.text("Run \(name)?", "\(name) を実行しますか？")
    }

    /// 20 seconds.
    public var deadline: Duration { .seconds(20) }
}
