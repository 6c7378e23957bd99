import StreamingJSON

// MARK: - Requests for changes of items

extension EnglishPlainReader {
    /// Reads the items after "delete".
    mutating func deletion() -> ItemFrame? {
        var frame = ItemFrame(act: .delete)
        guard let first = item() else { return nil }
        frame.item = first
        while let other = attempt({ (self: inout Self) -> ItemFrame.Item? in
            guard self.accept([",", "and"]) else { return nil }
            _ = self.accept(["and"])
            if case .number = first, let number = self.wholeNumber() { return .number(number) }
            return self.item()
        }) {
            frame.others.append(other)
        }
        _ = attempt { $0.stock(["from"]) }
        return frame
    }

    /// Reads the fields and values after "set".
    mutating func setting() -> ItemFrame? {
        var frame = ItemFrame(act: .set)
        let named = attempt { (self: inout Self) -> (ItemFrame.Item, String)? in
            _ = self.accept(["the"])
            guard let argument = self.fieldWord(), self.accept(["of", "for", "on"]), let item = self.item() else {
                return nil
            }
            return (item, argument)
        }
        let owned =
            named
            ?? attempt { (self: inout Self) -> (ItemFrame.Item, String)? in
                guard let item = self.item() else { return nil }
                _ = self.accept(["'s"])
                guard let argument = self.fieldWord() else { return nil }
                return (item, argument)
            }
        guard let (item, argument) = owned ?? attempt({ $0.counted() }) else { return nil }
        if argument == "quantity" {
            _ = attempt { (self: inout Self) -> Double? in self.accept(["from"]) ? self.number() : nil }
        }
        guard accept(["to", "as", "="]), value(of: argument, in: &frame) else { return nil }
        frame.item = item
        while attempt({ (self: inout Self) -> Void? in
            guard self.accept([",", "and"]) else { return nil }
            _ = self.accept(["and"])
            _ = self.accept(["the", "its"])
            guard let argument = self.fieldWord(), self.accept(["to", "as", "="]), self.value(of: argument, in: &frame)
            else { return nil }
            return ()
        }) != nil {}
        return frame
    }

    /// Reads "item 8 to 30": a number alone is the quantity.
    mutating func counted() -> (ItemFrame.Item, String)? {
        guard let item = item(), key == "to" else { return nil }
        var rest = self
        rest.index += 1
        return rest.number() == nil ? nil : (item, "quantity")
    }

    /// Reads the item and the amount after "increase" or "reduce".
    mutating func change(_ act: ItemFrame.Act) -> ItemFrame? {
        var frame = ItemFrame(act: act)
        let named = attempt { (self: inout Self) -> ItemFrame.Item? in
            _ = self.accept(["the"])
            guard self.fieldWord() == "quantity", self.accept(["of", "for"]) else { return nil }
            return self.item()
        }
        let owned =
            named
            ?? attempt { (self: inout Self) -> ItemFrame.Item? in
                guard let item = self.item() else { return nil }
                if self.accept(["'s"]), self.fieldWord() != "quantity" { return nil }
                return item
            }
        guard let owned, accept(["by"]), value(of: "quantity", in: &frame) else { return nil }
        frame.item = owned
        return frame
    }

    /// Reads the item and the place after "move".
    mutating func move() -> ItemFrame? {
        var frame = ItemFrame(act: .move)
        guard let item = item(), accept(["to"]), value(of: "place", in: &frame) else { return nil }
        frame.item = item
        return frame
    }

    /// Reads the item and the title after "rename".
    mutating func renaming() -> ItemFrame? {
        var frame = ItemFrame(act: .rename)
        guard let item = item(), accept(["to"]), let name = name() else { return nil }
        frame.item = item
        frame.title = name
        return frame
    }

    /// Reads the item and the state after "mark".
    mutating func marking() -> ItemFrame? {
        var frame = ItemFrame(act: .mark)
        guard let item = item(), accept(["as"]), value(of: "state", in: &frame) else { return nil }
        frame.item = item
        return frame
    }
}
