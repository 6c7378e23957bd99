/// The texts to parse, made from counters, so that every run has the same bytes.
enum Documents {
    /// Returns a list of positions: mostly numbers, with as many digits as measuring devices and maps have.
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

    /// Returns prose in one long string, Japanese and English with line ends.
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
