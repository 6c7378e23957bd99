import StreamingJSON

extension ZaicoStandIn {
    static func answer(
        _ request: RecordedRequest,
        keys: AcceptedKeys,
        stock: ZaicoItems,
        pageSize: Int
    ) -> StandInReply {
        guard let token = request.bearerToken, keys.accept(token) else { return failure(401) }
        let parts = request.path.split(separator: "/")
        guard parts.prefix(3) == ["api", "v1", "inventories"], parts.count <= 4 else {
            return result(404, "Not Found")
        }
        if parts.count == 4 {
            guard let id = Int(parts[3]) else { return failure(404) }
            return switch request.method {
            case "GET": get(id, stock)
            case "PUT": update(id, request, stock)
            case "DELETE": stock.remove(id) ? result(200, "Data was successfully deleted.") : failure(404)
            default: result(405, "Method Not Allowed")
            }
        }
        return switch request.method {
        case "GET": list(request, stock, pageSize)
        case "POST": create(request, stock)
        default: result(405, "Method Not Allowed")
        }
    }

    private static func get(_ id: Int, _ stock: ZaicoItems) -> StandInReply {
        guard let item = stock.item(id) else { return failure(404) }
        return .json(.object(item), contentType: "application/json; charset=utf-8")
    }

    private static func create(_ request: RecordedRequest, _ stock: ZaicoItems) -> StandInReply {
        guard let fields = fields(of: request), let title = fields["title"]?.stringValue, !title.isEmpty else {
            return failure(400)
        }
        return result(200, "Data was successfully created.", id: stock.add(fields))
    }

    private static func update(_ id: Int, _ request: RecordedRequest, _ stock: ZaicoItems) -> StandInReply {
        guard stock.item(id) != nil else { return failure(404) }
        guard let fields = fields(of: request), !fields.isEmpty, fields["title"].map({ $0.stringValue != "" }) ?? true
        else {
            return failure(400)
        }
        return stock.update(id, fields) ? result(200, "Data was successfully updated.") : failure(404)
    }

    private static func fields(of request: RecordedRequest) -> JSONObject? {
        (try? JSONValue(parsing: request.body))?.objectValue
    }

    private static func list(_ request: RecordedRequest, _ stock: ZaicoItems, _ pageSize: Int) -> StandInReply {
        let filters = ["title", "category", "place", "code"].compactMap { name in
            request.queryItem(name).map { (name, $0) }
        }
        let found = stock.items.filter { item in
            filters.allSatisfy { item[$0.0]?.stringValue == $0.1 } && hasAttribute(item, request)
        }
        let page = max(request.queryItem("page").flatMap { Int($0) } ?? 1, 1)
        let lastPage = max((found.count + pageSize - 1) / pageSize, 1)
        let items = found.dropFirst((page - 1) * pageSize).prefix(pageSize)
        return .json(
            .array(items.map { .object($0) }),
            headers: [("Link", link(request, page, lastPage)), ("Total-Count", String(found.count))],
            contentType: "application/json; charset=utf-8"
        )
    }

    private static func hasAttribute(_ item: JSONObject, _ request: RecordedRequest) -> Bool {
        guard let name = request.queryItem("optional_attributes_name"),
            let value = request.queryItem("optional_attributes_value")
        else { return true }
        return (item["optional_attributes"]?.arrayValue ?? []).contains {
            $0["name"]?.stringValue == name && $0["value"]?.stringValue == value
        }
    }

    /// Returns the header with links to other pages.
    ///
    /// It does not repeat the filters, because the upstream does not document whether it does, and clients must not rely on it.
    private static func link(_ request: RecordedRequest, _ page: Int, _ lastPage: Int) -> String {
        let host = request.header("Host") ?? "127.0.0.1"
        var pages = [("first", 1)]
        if page > 1 { pages.append(("prev", page - 1)) }
        if page < lastPage { pages.append(("next", page + 1)) }
        pages.append(("last", lastPage))
        return pages.map { "<http://\(host)/api/v1/inventories?page=\($0.1)>; rel=\"\($0.0)\"" }.joined(separator: ", ")
    }
}
