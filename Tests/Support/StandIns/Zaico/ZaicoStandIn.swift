public import FoundationEssentials
public import StreamingJSON

/// A stand-in for ZAICO v1, with state: list with filters and pages, create, get, update and delete at `/api/v1/inventories`.
public struct ZaicoStandIn: StandIn {
    /// The underlying server.
    public let server: StandInServer
    private let keys: AcceptedKeys
    private let stock: ZaicoItems

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - tokens: the accepted API tokens; with none, any token is accepted, but one is still required.
    ///   - delay: the delay of each answer.
    ///   - items: the initial items; each needs a `title`, everything else has a default.
    ///   - pageSize: the number of items on a page of the list.
    ///   - now: the clock for the times of changes.
    public init(
        port: Int = 0,
        tokens: [String] = [],
        delay: Duration = .zero,
        items: [JSONObject] = ZaicoStandIn.sampleItems,
        pageSize: Int = 1000,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let accepted = AcceptedKeys(tokens)
        let stock = ZaicoItems(items: items, now: now)
        self.keys = accepted
        self.stock = stock
        self.server = StandInServer(name: "zaico", port: port) { request in
            var reply = Self.answer(request, keys: accepted, stock: stock, pageSize: pageSize)
            if delay > .zero { reply.misbehavior = .delayHeader(delay) }
            return reply
        }
    }

    /// Replaces the accepted API tokens.
    public func accept(tokens: [String]) { keys.replace(by: tokens) }

    /// The items, latest change first, as the list returns them.
    public var items: [JSONObject] { stock.items }

    /// Runs a stand-in while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        tokens: [String] = [],
        items: [JSONObject] = ZaicoStandIn.sampleItems,
        pageSize: Int = 1000,
        now: @escaping @Sendable () -> Date = { Date() },
        _ body: (ZaicoStandIn) async throws -> Result
    ) async throws -> Result {
        try await ZaicoStandIn(tokens: tokens, items: items, pageSize: pageSize, now: now).running(body)
    }

    /// A failure in the upstream's common format; its documentation does not specify 401 and 429.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        let message =
            switch status {
            case 401: "Unauthorized"
            case 403: "Forbidden"
            case 404: "Inventory not found"
            case 406: "UserGroup is NOT exist"
            case 422: "Invalid data."
            case 429: "Too many requests"
            case 500...: "Internal server error"
            default: "error message"
            }
        return result(status, message, headers: retryAfter.map { [("Retry-After", String($0))] } ?? [])
    }

    /// Some initial items.
    public static let sampleItems: [JSONObject] = [
        [
            "title": "六角ボルト M6x20", "quantity": "1500.0", "unit": "個", "category": "部品,ねじ", "place": "第一倉庫 A-1",
            "code": "tw202600000101", "updated_at": "2026-11-20T18:04:55+09:00",
        ],
        [
            "title": "単三乾電池", "quantity": "48.0", "unit": "本", "category": "消耗品", "place": "第一倉庫 B-2",
            "code": "tw202600000102", "updated_at": "2026-11-19T09:30:00+09:00",
        ],
        ["title": "Dummy item (no quantity)", "quantity": nil, "updated_at": "2026-11-18T12:00:00+09:00"],
    ]

    static func result(
        _ status: Int,
        _ message: String,
        id: Int? = nil,
        headers: [(name: String, value: String)] = []
    ) -> StandInReply {
        var body: JSONObject = [
            "code": .integer(status), "status": status == 200 ? "success" : "error", "message": .string(message),
        ]
        if let id { body["data_id"] = .integer(id) }
        return .json(.object(body), status: status, headers: headers, contentType: "application/json; charset=utf-8")
    }
}
