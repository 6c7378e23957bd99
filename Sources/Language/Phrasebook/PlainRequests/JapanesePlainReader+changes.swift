import StreamingJSON

// MARK: - Requests for changes of items

extension JapanesePlainReader {
    /// Returns the request that chunks form before a verb that deletes.
    func deletion(_ chunks: [Chunk]) -> ItemFrame? {
        var frame = ItemFrame(act: .delete)
        for (place, chunk) in chunks.enumerated() {
            switch chunk.piece {
            case .stock where chunk.particle == "から": continue
            case .item(let item):
                let isLast = !chunks[(place + 1)...].contains { $0.item != nil || $0.isCount }
                // 「これ削除して」
                var isPointed = false
                if case .number = item { isPointed = chunk.particle.isEmpty }
                guard isLast ? isPointed || ["を", "は"].contains(chunk.particle) : ["と", ""].contains(chunk.particle)
                else { return nil }
                if frame.item == nil { frame.item = item } else { frame.others.append(item) }
            case .comma where frame.item != nil && place + 1 < chunks.count: continue
            // 「ID 8と9を」
            case .count(let value, nil):
                guard case .number? = frame.item, place + 1 == chunks.count, chunk.particle == "を",
                    let number = Int(exactly: value)
                else { return nil }
                frame.others.append(.number(number))
            default: return nil
            }
        }
        return frame.item == nil ? nil : frame
    }

    /// Reads 「緑茶の数量を5に」 before 「して」.
    func setting(_ chunks: [Chunk]) -> ItemFrame? {
        var frame = ItemFrame(act: .set)
        guard let first = chunks.first else { return nil }
        var place = 0
        if case .factor(let word) = first.piece, chunks.count == 1, first.particle == "に" {
            // 「半分にして」
            frame.item = recent.number(.mentioned, for: topic.argument).map { .number($0) }
            frame.factor = word
            return frame.item == nil ? nil : frame
        }
        if case .field = first.piece {
            // 「状態を修理中に変えて」 means the item of the previous turn.
            frame.item = recent.number(.mentioned, for: topic.argument).map { .number($0) }
        } else {
            frame.item = first.item
            place = 1
        }
        guard frame.item != nil else { return nil }
        if place == 1, first.particle == "を" || first.particle == "は", chunks.count == 2, chunks[1].particle == "に" {
            return leveled(frame, chunks[1])
        }
        guard place == 0 || first.particle == "の" else { return nil }
        while place < chunks.count {
            if case .comma = chunks[place].piece, place > 1 {
                place += 1
                continue
            }
            guard case .field(let argument, _) = chunks[place].piece, place + 1 < chunks.count,
                ["を", "は"].contains(chunks[place].particle),
                value(of: argument, chunks[place + 1], in: &frame, ["に"])
            else { return nil }
            place += 2
        }
        return chunks.count > 1 ? frame : nil
    }

    /// Reads 「緑茶を5個に」「ID 12を中古に」「緑茶を半分に」 before 「して」.
    func leveled(_ frame: ItemFrame, _ chunk: Chunk) -> ItemFrame? {
        var frame = frame
        switch chunk.piece {
        case .count(let value, let unit):
            if case .name? = frame.item, unit == nil, value != 0 { return nil }
            frame.quantity = value
            frame.unit = unit
        case .factor(let word): frame.factor = word
        case .item(.name(let name)):
            let state = Utterance(name).tokens[...]
            guard words.states.longest(at: state.startIndex, in: state)?.count == state.count else { return nil }
            frame.fields["state"] = .string(name)
        default: return nil
        }
        return frame
    }

    /// Returns the request that chunks form before a verb that adds to a quantity or subtracts from it.
    func change(_ act: ItemFrame.Act, _ chunks: [Chunk], _ particles: [String]) -> ItemFrame? {
        var rest = chunks[...]
        var frame = ItemFrame(act: act)
        var first = chunks[0]
        if first.isCount {
            // 「1本減らして」 means the item of the previous turn.
            first = Chunk(piece: .comma)
            frame.item = recent.number(.mentioned, for: topic.argument).map { .number($0) }
        } else {
            rest.removeFirst()
            frame.item = particles.contains(first.particle) ? first.item : nil
        }
        guard frame.item != nil else { return nil }
        if first.particle == "の" {
            guard let field = rest.popFirst(), case .field("quantity", _) = field.piece,
                ["を", "は"].contains(field.particle)
            else { return nil }
        }
        if rest.first?.piece == .more, act == .increase {
            frame.isMore = true
            rest.removeFirst()
        }
        guard let count = rest.popFirst(), case .count(let value, let unit) = count.piece,
            ["", "を"].contains(count.particle),
            rest.isEmpty
        else { return nil }
        frame.quantity = value
        frame.unit = unit
        return frame
    }

    /// Reads 「緑茶を台所に」 before 「移動して」, and 「緑茶を『煎茶』に」 before 「改名して」.
    func goal(_ act: ItemFrame.Act, _ chunks: [Chunk]) -> ItemFrame? {
        guard chunks.count == 2, let item = chunks[0].item, chunks[0].particle == "を", let name = chunks[1].name,
            ["に", "へ"].contains(chunks[1].particle), !chunks[1].isAdjectival
        else { return nil }
        var frame = ItemFrame(act: act)
        frame.item = item
        if act == .move { frame.fields["place"] = .string(name) } else { frame.title = name }
        return frame
    }

    /// Adds the value of a field to a request that has no value for it yet.
    func value(
        of argument: String,
        _ chunk: Chunk,
        in frame: inout ItemFrame,
        _ particles: [String]
    ) -> Bool {
        guard particles.contains(chunk.particle), !chunk.isAdjectival else { return false }
        switch (argument, chunk.piece) {
        case ("quantity", .count(let value, let unit)):
            guard frame.quantity == nil else { return false }
            frame.quantity = value
            frame.unit = frame.unit ?? unit
        case ("quantity", _), (_, .stock), (_, .more), (_, .comma), (_, .field), (_, .count), (_, .factor): return false
        case ("title", .item(.name(let name))):
            guard frame.title == nil else { return false }
            frame.title = name
        case ("unit", .item(.name(let name))):
            guard frame.unit == nil else { return false }
            frame.unit = name
        case (_, .item(.name(let name))):
            guard frame.fields[argument] == nil else { return false }
            frame.fields[argument] = .string(name)
        default: return false
        }
        return true
    }
}
