import StreamingJSON

/// A proposal for paging, from the names of parameters and of the answer's members.
enum PagingProposal {
    private static let cursors = [
        "cursor", "after", "starting_after", "marker", "page_token", "pageToken", "next_token", "nextToken",
        "next_marker",
        "PageToken", "continuation_token",
    ]
    private static let nexts = [
        "next_cursor", "nextCursor", "next_marker", "next_page_token", "nextPageToken", "next_token", "nextToken",
        "next_page_uri", "next_page", "next", "last_id", "cursor", "continuation_token",
    ]

    /// Returns the proposal as a flow mapping for `pages`; `nil` if nothing looks like paging.
    static func make(queries: Set<String>, answer: ResponseReader.Reading) -> String? {
        let next = nexts.first { answer.names.contains($0) }
        if let cursor = cursors.first(where: { queries.contains($0) }), let next {
            return "{next: $.\(next), as: \(cursor), max: 5}"
        }
        if answer.hasLink { return "{link: next, max: 5}" }
        if let next, ["next_page_uri", "next", "next_page"].contains(next) { return "{next: $.\(next), max: 5}" }
        if let page = ["page", "page_number", "pageNumber"].first(where: { queries.contains($0) }) {
            return "{page: \(page), max: 5}"
        }
        if queries.contains("offset") { return "{offset: offset, max: 5}" }
        return nil
    }
}
