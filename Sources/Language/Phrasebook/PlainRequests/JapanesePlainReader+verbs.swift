import StreamingJSON

// MARK: - Verbs

extension JapanesePlainReader {
    /// The actions that verbs request.
    enum Verb: Equatable { case create, store, delete, set, raise, lower, move, rename, clear }

    /// Returns the forms in which a request ends; the second list is for stems that may only end a sentence.
    static func forms(_ nouns: [String], _ stems: [String] = []) -> TokenSequences {
        let ends = ["して", "しておいて", "しといて", "をお願いします", "をお願い", "お願いします", "お願い", ""]
        return TokenSequences(
            nouns.flatMap { noun in ends.map { noun + $0 } } + stems.flatMap { [$0 + "て", $0 + "ておいて", $0 + "といて"] }
        )
    }

    /// The verbs with their forms.
    static let verbs: [(verb: Verb, forms: TokenSequences)] = [
        (.create, forms(["追加", "登録", "新規登録", "新規追加", "ついか", "とうろく"], ["加え"])),
        (.store, forms([], ["入れ", "いれ"])),
        (.delete, forms(["削除", "消去"], ["消し", "けし"])),
        (.set, forms(["変更", "更新", "修正", "設定", "訂正"], ["変え", "直し", "し", "書き換え"])),
        (.raise, forms([], ["増やし", "足し", "ふやし"])),
        (.lower, forms([], ["減らし", "引い", "へらし"])),
        (.move, forms(["移動"], ["移し", "動かし"])),
        (.rename, forms(["改名", "リネーム"])),
        (.clear, forms([], ["空にし", "空欄にし", "なしにし"])),
    ]

    /// Endings that ask for a favor.
    static let favors = TokenSequences(words: "JapanesePlainReader.verbs", "favors")

    /// Reads the verb that ends a request.
    mutating func verb() -> Verb? {
        var best: (verb: Verb, count: Int)?
        for entry in Self.verbs {
            guard let found = entry.forms.longest(at: index, in: tokens), found.count > best?.count ?? 0 else {
                continue
            }
            best = (entry.verb, found.count)
        }
        guard let best else { return nil }
        let isBare = tokens[index + best.count - 1].key != "て" && tokens[index + best.count - 1].key != "す"
        let before = index
        index += best.count
        let isFavor = accept(Self.favors)
        if isFavor { _ = acceptMark(["?"]) }
        // 「削除」 alone is a request only at the end, and 「削除済み」 is none.
        let isOver = index >= tokens.endIndex || tokens[index].isSkippable && tokens[index].key != "?"
        guard isOver, !isBare || isFavor || index >= tokens.endIndex || ["。", "!"].contains(tokens[index].key) else {
            index = before
            return nil
        }
        return best.verb
    }

    /// Reads chunks up to their verb.
    mutating func clause() -> [ItemFrame]? {
        var chunks: [Chunk] = []
        while index < tokens.endIndex, chunks.count <= 16 {
            if !chunks.isEmpty, let verb = verb() {
                if verb == .create || verb == .store, let frames = creations(chunks) { return frames }
                return frame(verb, chunks).map { [$0] }
            }
            guard let chunk = chunk() else { return nil }
            chunks.append(chunk)
        }
        return nil
    }
}
