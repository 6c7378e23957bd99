public import ToolRecords
import StreamingJSON
import Transport

extension ZaicoInventory {
    /// Returns the items that match the filter, by ascending id.
    ///
    /// ZAICO compares text exactly. If that finds nothing, the list is read without ZAICO's filters and compared here, regardless of case
    /// and width, as the embedded inventory does.
    public func items(matching filter: InventoryFilter) async throws(InventoryError) -> InventoryList {
        let query = filter.zaicoQuery
        let narrowed = try await readPages(matching: query, for: filter)
        let found =
            narrowed.searchedCount == 0 && !query.isEmpty ? try await readPages(matching: [], for: filter) : narrowed
        let sorted = found.items.values.sorted { $0.id < $1.id }
        return InventoryList(
            items: Array(sorted.prefix(filter.limit)),
            rest: .exactly(max(0, sorted.count - filter.limit)),
            search: found.isComplete ? nil : .init(searchedCount: found.searchedCount, total: found.total)
        )
    }

    /// The result of reading some pages.
    private struct PageResults {
        /// The matching items by id, because an item that changes while pages are read may appear twice.
        var items: [Int: InventoryItemRecord] = [:]
        var searchedCount = 0
        var total: Int?
        var isComplete = false
    }

    private func readPages(
        matching query: [(String, String)],
        for filter: InventoryFilter
    ) async throws(InventoryError) -> PageResults {
        var results = PageResults()
        for page in 1...max(1, maximumPages) {
            let pageQuery = page == 1 ? [] : [("page", String(page))]
            let answer = try await client.call(.get, query: query + pageQuery)
            guard let items = answer.json.arrayValue else { throw Self.incomprehensible }
            for item in items {
                guard let record = InventoryItemRecord(zaico: item) else { throw Self.incomprehensible }
                if filter.matches(record) { results.items[record.id] = record }
            }
            results.searchedCount += items.count
            results.total = answer.headers["Total-Count"].flatMap { Int($0) } ?? results.total
            let isMoreCounted = results.total.map { results.searchedCount < $0 } ?? false
            guard !items.isEmpty, answer.headers.announceNextPage || isMoreCounted else {
                results.isComplete = true
                break
            }
        }
        return results
    }
}

extension InventoryFilter {
    /// The part of the filter that ZAICO can apply.
    fileprivate var zaicoQuery: [(String, String)] {
        [("category", category), ("place", place), ("code", code)].compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : (name, $0) }
        }
    }
}

extension HTTPHeaders {
    /// Whether a `Link` header announces a next page.
    ///
    /// Its URL is not used because it does not always repeat the query.
    fileprivate var announceNextPage: Bool {
        values(of: "Link").contains { $0.contains(#"rel="next""#) || $0.contains("rel=next") }
    }
}
