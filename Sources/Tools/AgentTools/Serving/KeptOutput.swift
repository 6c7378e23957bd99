public import FoundationEssentials

/// A long output of a tool that was cut, and that is kept for a while.
public struct KeptOutput: Sendable, Identifiable {
    /// The id, without the number of a page.
    public let id: String
    /// The pages, each with whole quotations of text that others wrote.
    public let pages: [String]
    /// Whether the output was longer than what is kept.
    public let isCut: Bool
    /// The time of the call.
    public let date: Date

    init(id: String, _ output: KeptOutputs.Output) {
        self.id = id
        pages = output.pages.pages
        isCut = output.pages.isCut
        date = output.date
    }
}
