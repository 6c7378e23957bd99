import FoundationEssentials
import StreamingJSON
import Synchronization

/// The items of the ZAICO stand-in.
final class ZaicoItems: Sendable {
    private struct State {
        var items: [Int: JSONObject] = [:]
        var nextID = 101
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Date

    init(items: [JSONObject], now: @escaping @Sendable () -> Date) {
        self.now = now
        for item in items { _ = add(item) }
    }

    /// The items, latest change first; of several changed in the same second, the newest item first.
    var items: [JSONObject] {
        state.withLock { state in
            state.items.values.sorted {
                (Self.date($0), $0["id"]?.intValue ?? 0) > (Self.date($1), $1["id"]?.intValue ?? 0)
            }
        }
    }

    private static func date(_ item: JSONObject) -> String { item["updated_at"]?.stringValue ?? "" }

    func item(_ id: Int) -> JSONObject? { state.withLock { $0.items[id] } }

    func add(_ fields: JSONObject) -> Int {
        let stamp = timestamp()
        return state.withLock { state in
            let id = state.nextID
            state.nextID += 1
            let changedAt = fields["updated_at"] ?? .string(stamp)
            var item: JSONObject = [
                "id": .integer(id), "title": "", "quantity": nil, "logical_quantity": nil, "unit": "", "category": "",
                "categories": [], "state": "", "place": "", "etc": "", "group_tag": "", "code": "",
                "item_image": ["url": nil], "optional_attributes": [],
                "created_at": fields["created_at"] ?? changedAt, "updated_at": changedAt, "update_date": changedAt,
                "create_user_name": "試験 花子", "update_user_name": "試験 花子", "user_group": "基本グループ",
                "is_quantity_auto_conversion_by_unit": "0", "quantity_auto_conversion_by_unit_name": "",
                "quantity_auto_conversion_by_unit_factor": "", "attachments": [],
            ]
            Self.write(fields, into: &item)
            state.items[id] = item
            return id
        }
    }

    func update(_ id: Int, _ fields: JSONObject) -> Bool {
        let stamp = timestamp()
        return state.withLock { state in
            guard var item = state.items[id] else { return false }
            Self.write(fields, into: &item)
            item["updated_at"] = .string(stamp)
            item["update_date"] = .string(stamp)
            state.items[id] = item
            return true
        }
    }

    func remove(_ id: Int) -> Bool { state.withLock { $0.items.removeValue(forKey: id) != nil } }

    /// Writes the client's fields; quantities become strings with a decimal, as the upstream stores them.
    private static func write(_ fields: JSONObject, into item: inout JSONObject) {
        for name in ["title", "unit", "category", "state", "place", "etc", "code", "group_tag", "optional_attributes"] {
            if let value = fields[name] { item[name] = value }
        }
        for name in ["stocktake_attributes", "quantity_management_attributes"] {
            if let value = fields[name] { item[name] = value }
        }
        if let group = fields["user_group"]?.stringValue, !group.isEmpty { item["user_group"] = .string(group) }
        if let quantity = fields["quantity"] {
            let number = quantity.doubleValue ?? quantity.stringValue.flatMap { Double($0) }
            item["quantity"] = number.map { .string(String($0)) } ?? .null
            item["logical_quantity"] = item["quantity"]
        }
        item["categories"] = .array(
            (item["category"]?.stringValue ?? "").split(separator: ",").map { .string(String($0)) }
        )
    }

    /// Returns the time in Japan's time zone, in the upstream's format.
    private func timestamp() -> String {
        let japan = Date(timeIntervalSince1970: now().timeIntervalSince1970 + 9 * 3600)
        return String(japan.formatted(.iso8601).prefix(19)) + "+09:00"
    }
}
