public import LanguageModels
public import ToolPhrases

/// Returns the next page of an output that was cut because it exceeded its tool's budget.
public struct ReadOn: AgentTool {
    /// The page.
    @Generable
    public struct Arguments {
        /// The page's id; `nil` for the next page of the latest cut output.
        @Guide(description: "The id at the end of the cut output; default: the latest one")
        public var id: String?
    }

    /// `readOn`.
    public static let toolName = "readOn"

    /// `readOn`.
    public let name = Self.toolName
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Read on", .japanese: "続きを読む"] }
    /// The description for the model.
    public let description = "Returns the next page of a tool's output that was cut."

    private let keeper: OutputKeeper

    init(keeper: OutputKeeper) { self.keeper = keeper }

    /// None, because a page is within its tool's budget and states how to read on.
    public var outputBudget: Int? { nil }

    /// Public, because the outputs that a caller can read on in belong to the caller.
    public var data: ToolData { .public }

    /// Returns the page to the owner of the previous one.
    public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let id = arguments.id?.nonBlank
        if let page = keeper.page(id, for: .current, caller) { return page }
        if let id {
            let shown = id.oneLine(cutTo: 40)
            throw ToolFailure(
                caller.text(
                    "There is no page with the id \"\(shown)\" here, or it is no longer kept; call the tool again.",
                    "「\(shown)」というページはないか、もう保存されていません。元のツールをもう一度呼び出してください。"
                )
            )
        }
        throw ToolFailure(caller.text("No output was cut, so there is nothing to read on.", "途中で切れた出力はないため、続きはありません。"))
    }
}
