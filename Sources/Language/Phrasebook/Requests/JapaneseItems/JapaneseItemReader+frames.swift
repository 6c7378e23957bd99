import StreamingJSON

// MARK: - Requests from the parts of a clause

extension JapaneseItemReader {
    mutating func keep(_ frame: ItemFrame) -> Bool {
        guard let last = frames.last,
            frame.item == nil || frame.item == .mentioned || frame.item == last.item && last.act != .create
        else {
            frames.append(frame)
            return true
        }
        let isChange = { (act: ItemFrame.Act) in act != .create && act != .delete }
        var merged = last
        if last.act == .create, isChange(frame.act), frame.factor == nil, frame.cleared == nil,
            last.quantity == nil || frame.quantity == nil
        {
            merged.quantity = last.quantity ?? frame.quantity
            merged.unit = last.unit ?? frame.unit
            for (name, value) in frame.fields where merged.fields[name] == nil { merged.fields[name] = value }
            frames[frames.count - 1] = merged
            return true
        }
        guard isChange(last.act), isChange(frame.act) else { return false }
        guard last.quantity == nil || frame.quantity == nil, last.factor == nil, frame.factor == nil,
            last.cleared == nil,
            frame.cleared == nil
        else { return false }
        if frame.quantity != nil { (merged.act, merged.isMore) = (frame.act, frame.isMore) }
        merged.quantity = last.quantity ?? frame.quantity
        merged.unit = last.unit ?? frame.unit
        merged.title = last.title ?? frame.title
        for (name, value) in frame.fields { merged.fields[name] = value }
        frames[frames.count - 1] = merged
        return true
    }

    /// Returns the request that the parts of a clause form; `nil` if one of them has no role in it.
    func frame(_ clause: Clause, _ act: ItemFrame.Act) -> ItemFrame? {
        var frame = ItemFrame(act: act)
        frame.item = clause.item
        frame.fields = clause.fields
        frame.title = clause.title
        frame.quantity = clause.quantity
        frame.unit = clause.unit
        frame.isMore = clause.isMore
        frame.factor = clause.factor
        frame.isAll = clause.isAll
        frame.isPlain = clause.isPlain
        if let bare = clause.bare {
            guard act == .create,
                frame.fields["place"] == nil
                    || words.states.longest(at: bare.lowerBound, in: tokens)?.count == bare.count
            else {
                return nil
            }
            let isState = words.states.longest(at: bare.lowerBound, in: tokens)?.count == bare.count
            frame.fields[isState ? "state" : "place"] = .string(text(bare))
        }
        let goal = clause.goal
        let value = goal.map { text($0) }
        if let field = clause.pending {
            if let value {
                guard act == .set || act == .rename || act == .create || act == .move else { return nil }
                guard set(field, value, &frame) else { return nil }
            } else if act == .delete || act == .clear {
                frame.act = .clear
                frame.cleared = field.word
            } else if field.argument != "quantity" || frame.quantity == nil && frame.factor == nil {
                return nil
            }
            return frame
        }
        guard act != .clear else { return nil }
        if clause.origin != nil, act != .move, act != .decrease, act != .delete { return nil }
        guard let goal, let value else {
            if act == .set, frame.fields.isEmpty, frame.quantity == nil, frame.factor == nil, frame.title == nil {
                return nil
            }
            if act == .move, frame.fields["place"] == nil { return nil }
            if act == .rename, frame.title == nil { return nil }
            return frame
        }
        switch act {
        case .create, .move:
            guard frame.fields["place"] == nil else { return nil }
            frame.fields["place"] = .string(value)
        case .rename: frame.title = value
        case .set, .mark:
            guard frame.fields["state"] == nil, let state = words.states.longest(at: goal.lowerBound, in: tokens),
                goal.lowerBound + state.count == goal.upperBound
            else { return nil }
            frame.fields["state"] = .string(value)
        case .delete, .increase, .decrease, .clear, .multiply: return nil
        }
        return frame
    }

    func set(_ field: (argument: String, word: String), _ value: String, _ frame: inout ItemFrame) -> Bool {
        switch field.argument {
        case "title": frame.title = value
        case "unit": frame.unit = value
        case "quantity", "version": return false
        default:
            guard frame.fields[field.argument] == nil else { return false }
            frame.fields[field.argument] = .string(value)
        }
        return true
    }
}
