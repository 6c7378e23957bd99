import StreamingJSON
import ToolPhrases

// MARK: - Requests for new items

extension JapanesePlainReader {
    /// Returns the request that chunks form before a verb; `nil` if they fit none of its forms.
    func frame(_ verb: Verb, _ chunks: [Chunk]) -> ItemFrame? {
        switch verb {
        case .create: creation(chunks) ?? addition(chunks)
        // 「入れて」 alone may mean putting something somewhere.
        case .store: chunks.contains { $0.piece == .stock } ? creation(chunks) : nil
        case .delete: deletion(chunks) ?? clearing(chunks)
        case .set: setting(chunks)
        case .raise: change(.increase, chunks, ["を", "に", "は", "の"])
        case .lower: change(.decrease, chunks, ["を", "から", "は", "の"])
        case .move: goal(.move, chunks)
        case .rename: goal(.rename, chunks)
        case .clear: clearing(chunks)
        }
    }

    /// Words before 「に」 that are no place.
    static let noPlaces = Set(PhraseTexts.phrasebook["JapanesePlainReader.creations"].words("noPlaces"))

    /// Reads 「緑茶を3個、場所は台所で」 before 「追加して」.
    func creation(_ chunks: [Chunk]) -> ItemFrame? {
        var frame = ItemFrame(act: .create)
        var place = 0
        while place < chunks.count {
            let chunk = chunks[place]
            switch chunk.piece {
            case .stock where chunk.particle == "に" || chunk.particle == "へ": break
            case .comma where place > 0: break
            case .more where frame.item != nil && place + 1 < chunks.count: frame.isMore = true
            case .count(let value, let unit):
                guard frame.quantity == nil, ["", "を", "の", "で"].contains(chunk.particle),
                    // 「3個の緑茶」 has its name right after it.
                    (chunk.particle == "の") == (frame.item == nil), chunk.particle != "の" || unit != nil
                else { return nil }
                frame.quantity = value
                frame.unit = unit
            case .item(.name(let name)) where chunk.particle == "に" && !chunk.isAdjectival:
                // 「事務所に」, beside the item.
                guard frame.fields["place"] == nil, !Self.noPlaces.contains(name) else { return nil }
                frame.fields["place"] = .string(name)
            case .item(let item):
                guard frame.item == nil, !chunk.isAdjectival else { return nil }
                let isCounted = place + 1 < chunks.count && chunk.particle.isEmpty && chunks[place + 1].isCount
                switch item {
                case .number:
                    guard chunk.particle == "に" else { return nil }
                case .name, .mentioned:
                    guard chunk.particle == "を" || isCounted else { return nil }
                }
                frame.item = item
            case .field(let argument, _):
                guard frame.item != nil, place + 1 < chunks.count, ["は", "", ":", "を", "が"].contains(chunk.particle)
                else {
                    return nil
                }
                place += 1
                guard value(of: argument, chunks[place], in: &frame, ["に", "で", "", "を"]) else { return nil }
            case .stock, .comma, .more, .factor: return nil
            }
            place += 1
        }
        return frame.item == nil ? nil : frame
    }

    /// Reads 「ガムテープ5個、付箋10個を」 before 「追加して」: several names, each with its number.
    func creations(_ chunks: [Chunk]) -> [ItemFrame]? {
        var rest = chunks[...]
        if rest.first?.piece == .stock, rest.first?.particle == "に" { rest.removeFirst() }
        if rest.last?.piece == .stock, rest.last?.particle == "に" { rest.removeLast() }
        var frames: [ItemFrame] = []
        while let first = rest.popFirst() {
            guard let name = first.name, !first.isAdjectival, ["", "を"].contains(first.particle),
                let count = rest.popFirst(),
                case .count(let value, let unit) = count.piece
            else { return nil }
            var frame = ItemFrame(act: .create)
            frame.item = .name(name)
            frame.quantity = value
            frame.unit = unit
            frames.append(frame)
            guard !rest.isEmpty else { break }
            let isJoined = count.particle == "と"
            guard isJoined || count.particle.isEmpty && rest.first?.piece == .comma else {
                return count.particle == "を" && rest.isEmpty ? frames : nil
            }
            if !isJoined { rest.removeFirst() }
        }
        return frames.count > 1 ? frames : nil
    }

    /// Reads 「あと3個」 before 「追加して」, which means the item of the previous turn.
    func addition(_ chunks: [Chunk]) -> ItemFrame? {
        guard chunks.count == 2, chunks[0].piece == .more, case .count(let value, let unit) = chunks[1].piece,
            ["", "を"].contains(chunks[1].particle), let number = recent.number(.mentioned, for: topic.argument)
        else { return nil }
        var frame = ItemFrame(act: .increase)
        frame.item = .number(number)
        frame.quantity = value
        frame.unit = unit
        return frame
    }

    /// Reads 「ID 10の備考を」 before 「消して」.
    func clearing(_ chunks: [Chunk]) -> ItemFrame? {
        guard chunks.count == 2, let item = chunks[0].item, chunks[0].particle == "の",
            case .field(_, let word) = chunks[1].piece, ["を", "は"].contains(chunks[1].particle)
        else { return nil }
        var frame = ItemFrame(act: .clear)
        frame.item = item
        frame.cleared = word
        return frame
    }
}
