import BenchmarkReport
import Foundation
import Storage
import StorageSQLite

/// The rows of this benchmark, for each size in order.
struct InventoryRows {
    /// The number of times that each list is requested, with different words each time if it has any.
    let calls: Int
    private(set) var report = Report()

    /// The bar for the median at a million items.
    private static let bar = 5.0

    init(calls: Int) { self.calls = calls }

    mutating func run(_ count: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("torii-bench-\(UUID().uuidString)")
            .path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/torii.sqlite"
        let store = try SQLiteStore(path: path)
        report.printProgress("importing \(count) items")
        let start = ContinuousClock.now
        let summary = try await store.importItems(from: Warehouse(count: count), at: Warehouse.end, isRehearsal: false)
        guard summary.created == count else { throw BenchmarkFailure("Not all items were imported.") }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        report.add(
            ReportRow(
                "\(Self.number(count)) items: imported",
                torii: ReportRow.number(seconds, digits: 1) + " s",
                baseline: try Self.size(of: path)
            )
        )
        for list in Self.lists(count) { try await measure(list, of: count, in: store) }
        try await measureChanges(of: count, in: store)
    }

    /// A list to measure.
    private struct List {
        var name: String
        /// Whether some calls find items.
        var findsSomething = true
        /// Whether the filter is one condition of the usual kind; the bar applies only to these.
        var isSingle = true
        var filter: (Int) -> InventoryFilter

        init(
            _ name: String,
            findsSomething: Bool = true,
            isSingle: Bool = true,
            _ filter: @escaping (Int) -> InventoryFilter
        ) {
            self.name = name
            self.findsSomething = findsSomething
            self.isSingle = isSingle
            self.filter = filter
        }
    }

    private static func lists(_ count: Int) -> [List] {
        let day = { (ago: Int) in Warehouse.end - Double(ago * 86_400) }
        let category = { (number: Int) in Warehouse.categories[number % Warehouse.categories.count] }
        let days = max(1, count / 1440)
        return [
            List("everything") { _ in InventoryFilter() },
            List("everything, from the middle") { InventoryFilter(after: count / 2 + $0) },
            List("title, 1 character") { InventoryFilter(title: ["紙", "箱", "a", "7"][$0 % 4]) },
            List("title, 2 characters") { InventoryFilter(title: ["用紙", "ﾎﾞﾙ", "A4", "42"][$0 % 4]) },
            List("title, a word") { InventoryFilter(title: ["コピー用紙", "PAPER", "ケーブル", "hex bolt"][$0 % 4]) },
            List("title, a number") { InventoryFilter(title: String(1_000_000 + ($0 * 7919) % count + 1)) },
            List("title, a sentence") { InventoryFilter(title: ["paper コネクタ m4", "ケーブル label M77 1"][$0 % 2]) },
            List("title, nothing found", findsSomething: false) {
                InventoryFilter(title: ["zebra", "犬", "猫缶"][$0 % 3])
            },
            List("title, common pieces, nothing found", findsSomething: false, isSingle: false) { _ in
                InventoryFilter(title: "paper paper paper")
            },
            List("category") { InventoryFilter(category: category($0)) },
            List("category, the last page") { InventoryFilter(category: category($0), after: count - 50) },
            List("place") { InventoryFilter(place: Warehouse.place($0)) },
            List("state") { InventoryFilter(state: ["USED", "broken", "new"][$0 % 3]) },
            List("code") { InventoryFilter(code: Warehouse.code(($0 * 7919) % count + 1)) },
            List("one day") { InventoryFilter(updatedFrom: day($0 % days + 1), updatedBefore: day($0 % days)) },
            List("from a day on") { InventoryFilter(updatedFrom: day($0 % 700 + 1)) },
            List("up to a day") { InventoryFilter(updatedBefore: day($0 % 600)) },
            List("a year") { InventoryFilter(updatedFrom: day($0 % 100 + 365), updatedBefore: day($0 % 100)) },
            List("title and category", isSingle: false) { InventoryFilter(title: "用紙", category: category($0)) },
            List("category, place and state", isSingle: false) {
                InventoryFilter(category: category($0), place: Warehouse.place($0 * 31), state: "used")
            },
            List("title, category, last 30 days", isSingle: false) {
                InventoryFilter(title: "paper", category: category($0), updatedFrom: day(30))
            },
            List("all at once", isSingle: false) {
                InventoryFilter(
                    title: "ボルト",
                    category: category($0),
                    place: Warehouse.place($0),
                    state: "used",
                    updatedFrom: day(650),
                    updatedBefore: day($0 % 30)
                )
            },
        ]
    }

    private mutating func measure(_ list: List, of count: Int, in store: SQLiteStore) async throws {
        var times: [Double] = []
        var found = 0
        for number in 0..<calls {
            let filter = list.filter(number)
            let start = ContinuousClock.now
            let page = try await store.items(matching: filter)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            found += page.items.count
            guard page.items.allSatisfy(filter.matches) else {
                throw BenchmarkFailure("A list holds what it should not.")
            }
        }
        guard (found > 0) == list.findsSomething else {
            throw BenchmarkFailure("The list “\(list.name)” found \(found) items.")
        }
        add(
            "\(Self.number(count)) items: \(list.name)",
            times,
            bar: count >= 1_000_000 && list.isSingle ? Self.bar : nil
        )
    }

    /// Measures single changes, each with its commit on disk.
    private mutating func measureChanges(of count: Int, in store: SQLiteStore) async throws {
        var times: [Double] = []
        for number in 0..<calls {
            let id = (number * 7919) % count + 1
            let change = InventoryItemChange(title: "changed コピー用紙 \(number)", place: .clear)
            let start = ContinuousClock.now
            let result = try await store.update(id, change, ifUpdatedAt: nil, at: Warehouse.end)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            guard case .done = result else { throw BenchmarkFailure("A change was not made.") }
        }
        add("\(Self.number(count)) items: a change, on disk", times, bar: nil)
    }

    private mutating func add(_ name: String, _ times: [Double], bar: Double?) {
        let sorted = times.sorted()
        let (median, slowest) = (sorted.median, sorted[min(sorted.count - 1, sorted.count * 99 / 100)])
        report.add(
            ReportRow(
                name,
                torii: "\(ReportRow.number(median, digits: 2)) / \(ReportRow.number(slowest, digits: 2)) ms",
                baseline: bar.map { ReportRow.number($0, digits: 2) + " ms" } ?? "",
                ratio: bar.map { median / $0 },
                bar: bar.map { _ in 1 }
            )
        )
    }

    private static func number(_ count: Int) -> String { count.formatted(.number.locale(Locale(identifier: "en"))) }

    private static func size(of path: String) throws -> String {
        let bytes = try ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
            return sum + ((attributes[.size] as? NSNumber)?.intValue ?? 0)
        }
        return "\(bytes / 1_000_000) MB"
    }
}
