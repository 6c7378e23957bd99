public import StreamingJSON

/// The response of `GET /v1/responses/{id}/input_items`: the items of a request's input.
public struct ResponseInputItems: Sendable, Equatable {
    /// The order of a list.
    public enum Order: String, Sendable, CaseIterable {
        /// From the first item to the last one.
        case ascending = "asc"
        /// From the last item to the first one.
        case descending = "desc"
    }

    /// The items of the page.
    public var items: [JSONValue]
    /// Whether other items follow the page.
    public var hasMore: Bool

    /// Makes a page of a request's items; `nil` if `after` is not the id of one of them.
    ///
    /// - Parameters:
    ///   - run: The id of the request's run.
    ///   - order: The order of the items.
    ///   - after: The id of the last item of the page before; `nil` for the first page.
    ///   - limit: The maximum number of items.
    public init?(of request: TurnRequest, in run: String, _ order: Order, after: String?, limit: Int) {
        let leading = request.echo["leading_items"]?.intValue ?? 0
        var all = request.input.dropFirst(leading).enumerated().map { index, item in
            (id: Self.id(of: item, at: index, in: run), item: item)
        }
        if order == .descending { all.reverse() }
        var start = 0
        if let after {
            guard let place = all.firstIndex(where: { $0.id == after }) else { return nil }
            start = place + 1
        }
        items = all[start...].prefix(limit).map { Self.value(of: $0.item, id: $0.id) }
        hasMore = start + items.count < all.count
    }

    private static func id(of item: InputItem, at index: Int, in run: String) -> String {
        let prefix =
            switch item {
            case .message: "msg"
            case .toolCall: "fc"
            case .toolOutput: "fco"
            case .reasoning: "rs"
            }
        return "\(prefix)_\(ClientCallID.withoutPrefix(run))_in\(index)"
    }

    /// Returns an input item in the form of a response's items.
    static func value(of item: InputItem, id: String) -> JSONValue {
        switch item {
        case .message(let role, let parts):
            [
                "id": .string(id), "type": "message", "status": "completed", "role": .string(role.rawValue),
                "content": .array(parts.map { value(of: $0, isOutput: role == .assistant) }),
            ]
        case .toolCall(let call, let name, let arguments):
            [
                "id": .string(id), "type": "function_call", "status": "completed", "call_id": .string(call),
                "name": .string(name), "arguments": .string(arguments),
            ]
        case .toolOutput(let call, let parts):
            [
                "id": .string(id), "type": "function_call_output", "status": "completed", "call_id": .string(call),
                "output": parts.allSatisfy { $0.text != nil }
                    ? .string(parts.compactMap(\.text).joined())
                    : .array(parts.map { value(of: $0, isOutput: false) }),
            ]
        case .reasoning(let thought):
            [
                "id": .string(id), "type": "reasoning",
                "summary": thought.text.isEmpty
                    ? [] : [["type": "summary_text", "text": .string(thought.text)]],
            ]
        }
    }

    private static func value(of part: InputPart, isOutput: Bool) -> JSONValue {
        switch part {
        case .text(let text) where isOutput:
            ["type": "output_text", "text": .string(text), "annotations": [], "logprobs": []]
        case .text(let text): ["type": "input_text", "text": .string(text)]
        case .image(let url, let detail):
            ["type": "input_image", "image_url": .string(url), "detail": .string(detail ?? "auto")]
        }
    }

    /// The page as JSON.
    public var jsonValue: JSONValue {
        [
            "object": "list", "data": .array(items), "first_id": items.first?["id"] ?? .null,
            "last_id": items.last?["id"] ?? .null, "has_more": .bool(hasMore),
        ]
    }
}
