import StreamingJSON

/// The texts that are parsed, made from counters, so that every run reads the same bytes.
enum Documents {
    /// A structured answer as a model writes it: a list of things with words, numbers, flags and a nested part.
    static func answer(atLeast bytes: Int) -> String {
        var items: [String] = []
        var length = 0
        while length < bytes {
            let item = item(items.count)
            items.append(item)
            length += item.utf8.count + 2
        }
        return #"{"title":"倉庫の一覧 (list of the warehouse)","items":["# + items.joined(separator: ", ")
            + #"],"complete":true,"next":null}"#
    }

    private static func item(_ number: Int) -> String {
        """
        {"id": \(1_000_000 + number * 7919), "name": "アルカリ乾電池 単\(number % 4 + 1)形", "quantity": \(number * 37 % 211), \
        "price": \(number % 90 + 1).\(number % 10)5, "available": \(number % 3 != 0), "tags": ["battery", "shelf-\(number % 17)", \
        "丸型"], "place": {"latitude": 35.6\(812 + number % 100), "longitude": 139.7\(671 + number % 100)}, \
        "note": "Counted on day \(number % 28 + 1) of the month.\\nThe carton says \\"keep dry\\"; \(number % 9) of them are open."}
        """
    }

    /// A list of positions, nearly all numbers, with as many digits as measuring devices and maps give.
    static func positions(atLeast bytes: Int) -> String {
        var pairs: [String] = []
        var length = 0
        var state: UInt64 = 88_172_645_463_325_252
        while length < bytes {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let pair = "[\(Double(state >> 34) / 1e7),\(-Double(state >> 35 & 0xFFFFFF) / 1e5),\(state >> 50)]"
            pairs.append(pair)
            length += pair.utf8.count + 1
        }
        return #"{"type":"LineString","coordinates":["# + pairs.joined(separator: ",") + "]}"
    }

    /// Prose in one long string, Japanese and English with line ends.
    static func prose(atLeast bytes: Int) -> String {
        let paragraph = #"吾輩の倉庫には在庫がまだ無い。\nNothing is in stock yet, but the list is long: \"see below\".\n\n"#
        return #"{"role":"assistant","content":""#
            + String(repeating: paragraph, count: bytes / paragraph.utf8.count + 1) + #""}"#
    }

    /// One event of a streamed chat completion.
    static let chunk = """
        {"id":"chatcmpl-9f8b7c6d5e4f3a2b1c0d","object":"chat.completion.chunk","created":1764000000,"model":"gpt-5.2-mini",\
        "choices":[{"index":0,"delta":{"content":" inventory"},"logprobs":null,"finish_reason":null}],"usage":null}
        """
}
