package import AgentTools
package import StreamingJSON
package import ToolDeclarations

/// What a tool found: the items of a list, and what is missing of it.
package struct Listing: Sendable {
    /// The items, best first.
    package var items: [JSONValue]
    /// What did not answer, for a person.
    package var missing: [LocalizedText]

    package init(items: [JSONValue], missing: [LocalizedText] = []) {
        (self.items, self.missing) = (items, missing)
    }
}

/// A tool whose output is a list that other tools can merge.
package protocol ListingTool: AgentTool {
    /// Makes a call and returns what it found.
    ///
    /// - Throws: `ToolFailure`; `CancellationError`.
    @concurrent func list(_ arguments: JSONObject, caller: Caller) async throws -> Listing
}
