import StreamingJSON

/// Reads one clause of a request about items: the part after its verb.
struct EnglishClauseReader {
    private let outer: EnglishItemReader
    private let verb: String
    /// The request read so far.
    private(set) var frame: ItemFrame
    /// The named field whose value is expected next.
    private var pending: (argument: String, word: String)?
    /// Whether the item was named as a known one: "the stapler".
    private var isDefinite = false
    private var place: String?

    private var tokens: ArraySlice<Token> { outer.tokens }
    private var words: ItemWords { outer.words }

    init(_ outer: EnglishItemReader, act: ItemFrame.Act, verb: String) {
        self.outer = outer
        self.verb = verb
        frame = ItemFrame(act: act)
    }

    private var isCreation: Bool { frame.act == .create }
    private var hasName: Bool { frame.item != nil || frame.title != nil }

    /// Reads up to the start of another clause; `nil` if a word has no role.
    mutating func read(from start: Int) -> Int? {
        var index = start
        while index < tokens.endIndex {
            if let end = closing(at: index) {
                index = end
                continue
            }
            if let end = other(at: index) {
                index = end
                continue
            }
            let next = skippingJoints(from: index)
            if next > index {
                guard next < tokens.endIndex else { return settled(tokens.endIndex) }
                if goesOn(at: next) {
                    index = next
                } else {
                    return settled(index)
                }
            }
            guard let end = part(at: index) else { return nil }
            index = end
        }
        return settled(tokens.endIndex)
    }

    /// Returns the end of the clause if no part of it is incomplete.
    private mutating func settled(_ end: Int) -> Int? {
        if frame.act == .delete, pending != nil, frame.quantity == nil {
            frame.act = .clear
        }
        if let field = pending {
            guard frame.act == .clear, frame.cleared == nil else { return nil }
            frame.cleared = field.word
            pending = nil
        }
        if frame.act == .delete, frame.quantity != nil { frame.act = .decrease }
        if isCreation, isDefinite, frame.quantity == nil, !frame.fields.isEmpty, place == nil,
            ["put", "store", "place", "keep", "file"].contains(verb)
        {
            frame.act = .set
        }
        if let text = place {
            // "Put the stapler in Drawer 3" moves it, "put 12 mugs in the kitchen" makes an item.
            if isCreation, isDefinite, frame.quantity == nil, ["put", "store", "place", "keep", "file"].contains(verb) {
                frame.act = .move
            }
            switch frame.act {
            case .create, .move, .set: frame.fields["place"] = .string(text)
            case .delete, .decrease: break
            case .increase, .rename, .mark, .clear, .multiply: return nil
            }
        }
        // "Add milk" may be for a shopping list.
        let isOwnVerb = [
            "register", "create", "catalog", "catalogue", "stock", "track", "start", "new", "enter", "record", "log",
        ].contains(verb)
        if frame.act == .create, !isOwnVerb, !isMarked, !hasReadThing, frame.quantity == nil, frame.fields.isEmpty,
            place == nil, frame.title == nil,
            !frame.isMore, frame.isPlain
        {
            return nil
        }
        if ["make", "set", "list", "keep", "place", "file"].contains(verb), frame.act == .create, frame.quantity == nil,
            frame.fields.isEmpty, frame.title == nil, !hasReadThing
        {
            return nil
        }
        return end
    }

    /// Whether a word for any item was read: "create an item".
    private var hasReadThing = false
    /// Whether there is a sign that an item is meant and no errand: the stock, or an article.
    private var isMarked = false

    // MARK: Parts

    private mutating func part(at start: Int) -> Int? {
        if let end = other(at: start) { return end }
        if frame.act == .rename, hasName, frame.title == nil, tokens[start].quotation != nil {
            setTitle(start..<start + 1)
            return start + 1
        }
        if let end = stock(at: start) { return end }
        if let end = naming(at: start) { return end }
        if let end = field(at: start) { return end }
        if let end = value(at: start) { return end }
        if let end = preposition(at: start) { return end }
        if let end = factor(at: start) { return end }
        if frame.quantity == nil, frame.act != .rename, let end = amount(at: start) { return end }
        if !hasName { return name(at: start) }
        return nil
    }

    private static let determiners: WordSet = [
        "the", "a", "an", "my", "our", "some", "this", "that", "these", "those", "its", "their", "your", "all",
    ]

    /// Returns the first token that is no determiner.
    private mutating func skippingDeterminers(from start: Int, marks: Bool = false) -> Int {
        var index = start
        while index < tokens.endIndex, Self.determiners.contains(tokens[index].key), !isGlued(index + 1) {
            if marks, ["the", "my", "our", "this", "that", "these", "those", "your"].contains(tokens[index].key) {
                isDefinite = true
            }
            if marks, tokens[index].key == "all" { frame.isAll = true }
            if ["a", "an", "some"].contains(tokens[index].key) { isMarked = true }
            index += 1
        }
        return index
    }

    /// Reads another item of the same request: "… and the A3 paper".
    private mutating func other(at start: Int) -> Int? {
        guard !isCreation, frame.item != nil, frame.item != .mentioned,
            tokens[start].key == "and" || tokens[start].key == ",", frame.quantity == nil
        else {
            return nil
        }
        var index = start
        while index < tokens.endIndex, ["and", ","].contains(tokens[index].key) { index += 1 }
        guard index < tokens.endIndex, outer.topic.field(at: index, in: tokens) == nil,
            words.act(at: index, in: tokens) == nil
        else { return nil }
        var single = EnglishClauseReader(outer, act: frame.act, verb: verb)
        if case .number? = frame.item, let value = tokens[index].number, let number = Int(exactly: value), number >= 0,
            isEdge(index + 1)
        {
            frame.others.append(.number(number))
            return index + 1
        }
        let isField =
            Self.determiners.contains(tokens[index].key) && outer.topic.field(at: index + 1, in: tokens) != nil
        guard !isField, Self.determiners.contains(tokens[index].key) || single.numbered(at: index) != nil else {
            return nil
        }
        single = EnglishClauseReader(outer, act: frame.act, verb: verb)
        guard let end = single.name(at: index), let item = single.frame.item, item != .mentioned, single.pending == nil
        else { return nil }
        frame.others.append(item)
        return end
    }

    /// Returns whether a token continues the word before it, as the 4 of "A4" does.
    private func isGlued(_ index: Int) -> Bool { index < tokens.endIndex && tokens[index].isGlued }

    /// Reads the collection itself, which adds no information: "to the inventory".
    private mutating func stock(at start: Int) -> Int? {
        guard
            Self.places.contains(tokens[start].key) || ["to", "from", "off", "into", "of"].contains(tokens[start].key)
        else {
            return nil
        }
        let index = skippingDeterminers(from: start + 1)
        guard index < tokens.endIndex, let found = words.stock.longest(at: index, in: tokens) else { return nil }
        let end = index + found.count
        guard isEdge(end) else { return nil }
        isMarked = true
        // "Take the projector off the list."
        if tokens[start].key == "off" || tokens[start].key == "from", frame.act == .decrease, frame.quantity == nil {
            frame.act = .delete
        }
        return end
    }

    /// Returns whether no part of a name can follow here.
    private func isEdge(_ index: Int) -> Bool {
        index >= tokens.endIndex || tokens[index].isSkippable || isStop(index) || closing(at: index) != nil
            || tokens[index].quotation != nil || outer.topic.field(at: index, in: tokens) != nil
            || Self.determiners.contains(tokens[index].key) && outer.topic.field(at: index + 1, in: tokens) != nil
    }

    private static let callings = TokenSequences([
        "called", "named", "titled", "entitled", "with the name", "with the title", "with name", "with title",
        "under the name",
        "by the name of", "known as", "name", "title",
    ])

    private mutating func naming(at start: Int) -> Int? {
        guard isCreation, frame.title == nil, let found = Self.callings.longest(at: start, in: tokens),
            tokens[start].key != "name" && tokens[start].key != "title" || hasReadThing
        else { return nil }
        var index = start + found.count
        while index < tokens.endIndex, [":", "=", "is", "of"].contains(tokens[index].key) { index += 1 }
        guard let (range, end) = run(from: index, inName: true) else { return nil }
        if case .name? = frame.item { return nil }
        setTitle(range)
        return end
    }

    private mutating func setTitle(_ range: Range<Int>) {
        frame.title = text(range)
        if isQuoted(range) { frame.isPlain = false }
    }

    private func isQuoted(_ range: Range<Int>) -> Bool { range.count == 1 && tokens[range.lowerBound].quotation != nil }

    private func text(_ range: Range<Int>) -> String { outer.utterance.content(of: range) }

    // MARK: Fields

    private static let links = TokenSequences([
        "should be", "should now be", "must be", "is now", "is", "are", "be", "becomes", "to", "as", ":", "=", "of",
        "to be",
        "saying", "that says", "says", "reading", "that reads", "should read", "into", "at", "with", "being", "that",
    ])

    private mutating func field(at start: Int) -> Int? {
        guard pending == nil else { return nil }
        var index = start
        while index < tokens.endIndex,
            ["with", "having", "under", "and", "has", "'s", "in", "on", "which", "give"].contains(tokens[index].key),
            index - start < 2
        {
            index += 1
        }
        let possessor = index
        while index < tokens.endIndex,
            Self.determiners.contains(tokens[index].key) || tokens[index].key == "new" || tokens[index].key == "another"
        { index += 1 }
        if index > possessor, !hasName, !isCreation, ["its", "their"].contains(tokens[possessor].key),
            outer.topic.field(at: index, in: tokens) != nil
        {
            point()
        }
        guard let found = outer.topic.field(at: index, in: tokens), found.argument != "version" else { return nil }
        let isAfterPreposition = index > start && ["in", "on", "under"].contains(tokens[start].key)
        if isAfterPreposition, found.argument == "note" || found.argument == "quantity" || found.argument == "title" {
            return nil
        }
        if found.argument == "title", isCreation { return nil }
        let next = index + found.count
        // Before its value, or before its item; otherwise it may be part of a name.
        guard next < tokens.endIndex else {
            guard hasName, !isCreation else { return nil }
            pending = (found.argument, found.word)
            return next
        }
        if !isCreation || isRecordOfField(next), ["of", "for", "on", "from", "to"].contains(tokens[next].key), !hasName
        {
            let before = self
            isDefinite = false
            if let end = name(at: next + 1), !isNumberValue(next, of: found.argument) {
                pending = (found.argument, found.word)
                if isCreation { frame.act = .set }
                return valueAfterItem(end)
            }
            self = before
        }
        return fieldValue(found.argument, found.word, from: next, isFirst: index == start && !hasName)
    }

    /// Returns whether a verb that creates items adds a field to one: "add a note to …".
    private func isRecordOfField(_ next: Int) -> Bool {
        ["to", "on", "for"].contains(tokens[next].key) && isCreation
    }

    /// Returns whether a value follows the "of" in "quantity of 10".
    private func isNumberValue(_ index: Int, of argument: String) -> Bool {
        argument == "quantity" && index + 1 < tokens.endIndex && tokens[index + 1].isNumber && isEdge(index + 2)
    }

    /// Reads the value after "the note of item 4", if it follows immediately.
    private mutating func valueAfterItem(_ index: Int) -> Int? {
        guard let field = pending, field.argument == "note" else { return index }
        var next = index
        while next < tokens.endIndex, [",", ":", "that", "saying", "says"].contains(tokens[next].key) { next += 1 }
        guard next > index, next < tokens.endIndex else { return index }
        pending = nil
        return fieldValue(field.argument, field.word, from: next, isFirst: false)
    }

    private mutating func fieldValue(_ argument: String, _ word: String, from start: Int, isFirst: Bool) -> Int? {
        var index = start
        var isLinked = false
        while index < tokens.endIndex {
            if [":", "=", "-", "–"].contains(tokens[index].key) {
                index += 1
                isLinked = true
            } else if let link = Self.links.longest(at: index, in: tokens), !isLinked || tokens[index].key == "of" {
                index += link.count
                isLinked = true
            } else {
                break
            }
        }
        guard index < tokens.endIndex else { return nil }
        // "Set the quantity to 5": the word is before the item, or the item before it; without a link it may be a name.
        if isFirst, !isLinked, isCreation, !isWrittenValue(argument, index), !hasReadThing { return nil }
        if argument == "quantity" {
            guard frame.quantity == nil, let end = number(at: index) else { return nil }
            if frame.act == .create, !hasName { return end }
            return end
        }
        guard frame.fields[argument] == nil,
            let (range, end) = run(from: index, inName: false, isNote: argument == "note")
        else {
            return nil
        }
        let value = text(range)
        if argument == "title" {
            frame.title = value
        } else if argument == "unit" {
            frame.unit = value
        } else {
            frame.fields[argument] = .string(value)
        }
        if isFirst, isCreation {
            let next = target(from: end)
            if !hasName, !outer.frames.isEmpty, !hasReadThing {
                frame.act = .set
                point()
            }
            return next
        }
        return end
    }

    /// Returns whether the text after the word for a field can only be its value.
    private func isWrittenValue(_ argument: String, _ index: Int) -> Bool {
        tokens[index].quotation != nil || argument == "code" && tokens[index].isNumber
    }

    /// Reads "… to the stapler" after a field that is recorded.
    private mutating func target(from start: Int) -> Int? {
        guard start < tokens.endIndex, ["to", "on", "for"].contains(tokens[start].key), !hasName else { return start }
        frame.act = .set
        return name(at: start + 1)
    }

    // MARK: Values

    private static let turns: WordSet = ["to", "as", "into", "=", "is", ":"]

    /// Reads "… to 20", "… as broken", "… by 3".
    private mutating func value(at start: Int) -> Int? {
        let key = tokens[start].key
        if key == "by" || key == "with", frame.act == .increase || frame.act == .decrease || frame.act == .set {
            if key == "by", start + 1 < tokens.endIndex, tokens[start + 1].key == "half" {
                frame.factor = "half"
                return start + 2
            }
            guard frame.quantity == nil else { return nil }
            return number(at: start + 1)
        }
        // "Put them at 0"
        if key == "at", verb == "put", frame.item != nil, isDefinite, frame.quantity == nil,
            let end = number(at: start + 1), isEdge(end)
        {
            frame.act = .set
            return end
        }
        guard Self.turns.contains(key), !isCreation, hasName || pending != nil, start + 1 < tokens.endIndex else {
            return nil
        }
        if key == "to" || key == "into", frame.act == .move { return nil }
        if let field = pending {
            pending = nil
            return fieldValue(field.argument, field.word, from: start + 1, isFirst: false)
        }
        switch frame.act {
        case .rename:
            guard let (range, end) = run(from: start + 1, inName: true) else { return nil }
            frame.title = text(range)
            return end
        case .mark:
            guard let (range, end) = run(from: start + 1, inName: false) else { return nil }
            frame.fields["state"] = .string(text(range))
            return end
        case .set, .increase, .decrease:
            if frame.quantity == nil, let end = number(at: start + 1), isEdge(end) {
                // "Reduce it to 5" states the remaining quantity.
                if frame.act != .set { frame.act = .set }
                return end
            }
            guard frame.act == .set, let state = words.states.longest(at: start + 1, in: tokens),
                isEdge(start + 1 + state.count)
            else { return nil }
            frame.fields["state"] = .string(text(start + 1..<start + 1 + state.count))
            return start + 1 + state.count
        case .create, .delete, .move, .clear, .multiply: return nil
        }
    }

    /// Reads an item with values for its fields, without a verb: "item 13 unit should be bags", "Green tea: place
    /// Drawer 3".
    mutating func record(from start: Int) -> Int? {
        guard let end = name(at: start), isDefinite || end < tokens.endIndex && tokens[end].key == ":" else {
            return nil
        }
        var next = end
        if next < tokens.endIndex, tokens[next].key == ":" { next += 1 }
        guard pending == nil, next < tokens.endIndex, let found = outer.topic.field(at: next, in: tokens),
            next + found.count < tokens.endIndex
        else { return nil }
        return read(from: next)
    }

    /// Sets the item to the one mentioned last.
    mutating func point() {
        frame.item = .mentioned
        isDefinite = true
    }

    /// Returns whether a clause ends here.
    func isEnd(_ index: Int) -> Bool {
        index >= tokens.endIndex || tokens[index].isSkippable || closing(at: index) != nil
    }

    /// Whether the item is named as a known one: by its number, or as "the stapler".
    var isKnownItem: Bool { isDefinite && hasName && pending == nil }

    /// Reads the place after "should be".
    mutating func destination(at start: Int) -> Int? {
        guard start < tokens.endIndex, Self.places.contains(tokens[start].key) || tokens[start].key == "to",
            let end = preposition(at: start), let text = place
        else { return nil }
        frame.fields["place"] = .string(text)
        var last = end
        while let next = closing(at: last) { last = next }
        return last
    }

    private static let places: WordSet = ["in", "at", "on", "under", "inside", "onto", "into", "near", "behind"]
    private static let keepings = TokenSequences([
        "kept", "stored", "located", "it's", "it is", "which is", "that is", "they are", "they're", "sitting", "it",
        "which are",
        "is", "are", "'s", "goes", "belongs", "go", "to be",
    ])

    private mutating func preposition(at start: Int) -> Int? {
        var index = start
        while index < tokens.endIndex, index - start < 4, let found = Self.keepings.longest(at: index, in: tokens),
            hasName
        {
            index += found.count
        }
        guard index < tokens.endIndex else { return nil }
        let key = tokens[index].key
        let isPlace = Self.places.contains(key) || (key == "to" || key == "over") && frame.act != .delete
        if key == "from" || key == "of" || key == "off" || key == "out", index == start { return origin(at: start) }
        guard isPlace else { return nil }
        // "Add 5 kg to the coffee beans."
        if key == "to", !hasName, frame.quantity != nil, frame.act == .create || frame.act == .increase {
            frame.act = .increase
            return name(at: index + 1)
        }
        guard hasName, frame.act != .set || index > start || true else { return nil }
        var from = index + 1
        while from < tokens.endIndex, ["to", "in", "the", "our", "my", "a"].contains(tokens[from].key) { from += 1 }
        guard let (range, end) = run(from: from, inName: false) else { return nil }
        // "in the Food category", "in good condition"
        if range.count > 1, let field = outer.topic.field(at: range.upperBound - 1, in: tokens),
            ["category", "state", "place"].contains(field.argument)
        {
            guard frame.fields[field.argument] == nil else { return nil }
            frame.fields[field.argument] = .string(text(range.lowerBound..<range.upperBound - 1))
            return end
        }
        guard place == nil, frame.act == .create || frame.act == .move || frame.act == .delete || frame.act == .decrease
        else {
            return nil
        }
        place = text(range)
        return end
    }

    /// Reads the source of a removal: an item, or its former place.
    private mutating func origin(at start: Int) -> Int? {
        var index = start + 1
        while index < tokens.endIndex, ["of", "from"].contains(tokens[index].key) { index += 1 }
        guard index < tokens.endIndex else {
            return tokens[start].key == "out" || tokens[start].key == "off" ? index : nil
        }
        if tokens[start].key == "out" || tokens[start].key == "off", isEdge(index) { return index }
        if !hasName { return name(at: index) }
        guard frame.act == .move || frame.act == .decrease || frame.act == .set else { return nil }
        if frame.act == .set, let end = number(at: index, isKept: false) { return end }
        index = skippingDeterminers(from: index)
        return run(from: index, inName: false)?.end
    }

    private static let halves = TokenSequences(["in half", "by half", "to half", "to double", "to twice"])

    private mutating func factor(at start: Int) -> Int? {
        if frame.act == .multiply, frame.factor == nil {
            frame.factor = verb == "halve" ? "half" : verb
            return part(at: start)
        }
        guard let found = Self.halves.longest(at: start, in: tokens), hasName || pending != nil, frame.factor == nil
        else {
            return nil
        }
        if pending?.argument == "quantity" { pending = nil }
        frame.factor = found.index > 2 ? "double" : "half"
        return start + found.count
    }

    private static let more: WordSet = ["more", "extra", "additional", "further"]
    private static let another = TokenSequences(["another", "one more", "an extra", "an additional", "1 more"])

    /// Reads "3 more boxes of", "another", "a pack of".
    mutating func amount(at start: Int) -> Int? {
        guard start < tokens.endIndex else { return nil }
        if let found = Self.another.longest(at: start, in: tokens),
            frame.act == .create || frame.act == .increase || frame.act == .set
        {
            frame.isMore = true
            return unit(at: start + found.count)
        }
        if let (value, end) = share(at: start) {
            frame.quantity = value
            return unit(at: end)
        }
        // "A pack of batteries"
        if ["a", "an"].contains(tokens[start].key), start + 1 < tokens.endIndex,
            let found = words.units.longest(at: start + 1, in: tokens), start + 1 + found.count < tokens.endIndex,
            tokens[start + 1 + found.count].key == "of"
        {
            frame.quantity = 1
            return unit(at: start + 1)
        }
        guard let end = number(at: start, readsUnit: false) else { return nil }
        var index = end
        if index < tokens.endIndex, Self.more.contains(tokens[index].key) {
            frame.isMore = true
            index += 1
        } else if index < tokens.endIndex, ["x", "×", "new", "times"].contains(tokens[index].key) {
            index += 1
        } else if index < tokens.endIndex, ["less", "fewer"].contains(tokens[index].key) {
            frame.act = .decrease
            index += 1
        }
        return unit(at: index)
    }

    private static let shares = TokenSequences([
        "half a", "half an", "a half", "a couple of", "half a dozen", "a couple", "a pair of",
    ])

    /// Reads "Half a kilo", "a couple of".
    private func share(at start: Int) -> (value: Double, end: Int)? {
        guard let found = Self.shares.longest(at: start, in: tokens) else { return nil }
        let end = start + found.count
        switch found.index {
        case 0...2: return words.units.longest(at: end, in: tokens) == nil ? nil : (0.5, end)
        case 4: return (6, end)
        case 6: return nil
        default: return (2, end)
        }
    }

    /// Reads the unit of a number, with the "of" after it.
    private mutating func unit(at start: Int) -> Int {
        guard start < tokens.endIndex, let found = words.units.longest(at: start, in: tokens) else {
            return start < tokens.endIndex && tokens[start].key == "of" ? start + 1 : start
        }
        let end = start + found.count
        // "3 box files" has no unit, "3 boxes of files" and "10 kg rice" have one.
        guard end < tokens.endIndex else { return start }
        if tokens[end].key == "of" {
            frame.unit = text(start..<end)
            return end + 1
        }
        let isMeasure = Self.measures.contains(tokens[start].key)
        if isMeasure || ["to", "from", "in", "by", ",", "and"].contains(tokens[end].key) || isEdge(end) {
            if isMeasure || hasName || tokens[end].key == "to" || tokens[end].key == "from" {
                frame.unit = text(start..<end)
                return end
            }
        }
        return start
    }

    private static let measures: WordSet = [
        "kg", "g", "kilos", "kilo", "kilograms", "grams", "litres", "liters", "l", "ml", "pcs", "pieces", "boxes",
        "packs", "packets", "bottles",
        "bags", "rolls", "cans", "cartons", "cases", "reams",
    ]

    /// Reads a number, with its unit if the clause ends after it.
    private mutating func number(at start: Int, readsUnit: Bool = true, isKept: Bool = true) -> Int? {
        guard start < tokens.endIndex else { return nil }
        var index = start
        while index < tokens.endIndex,
            ["only", "just", "exactly", "about", "a", "total", "of"].contains(tokens[index].key), index - start < 2,
            !isGlued(index + 1),
            outer.reader.number(at: index, isWhole: false).isEmpty
        { index += 1 }
        guard index < tokens.endIndex,
            let found = outer.reader.number(at: index, isWhole: false).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content,
            found.end >= tokens.endIndex || !tokens[found.end].isGlued || Self.measures.contains(tokens[found.end].key)
        else { return nil }
        var end = found.end
        var unit: String?
        if readsUnit, end < tokens.endIndex, let word = words.units.longest(at: end, in: tokens),
            isEdge(end + word.count)
        {
            unit = text(end..<end + word.count)
            end += word.count
        }
        guard isKept else { return end }
        frame.quantity = value
        if let unit { frame.unit = unit }
        return end
    }

    // MARK: Names

    private static let pointers: WordSet = ["it", "them", "this", "that", "these", "those"]

    /// Reads the item: by its number, by a word that refers to it, or by its name.
    mutating func name(at start: Int) -> Int? {
        guard start < tokens.endIndex else { return nil }
        if let found = outer.reader.references(for: outer.topic.argument, at: start).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content, let number = Int(exactly: value),
            isEdge(found.end) || tokens[found.end].key == "'s"
        {
            frame.item = .number(number)
            isDefinite = true
            return possession(at: found.end)
        }
        if Self.pointers.contains(tokens[start].key) {
            var end = start + 1
            if end < tokens.endIndex, ["one", "ones", "all"].contains(tokens[end].key) { end += 1 }
            if isEdge(end) {
                frame.item = .mentioned
                isDefinite = true
                return end
            }
        }
        var index = skippingDeterminers(from: start, marks: true)
        guard index < tokens.endIndex else { return nil }
        if let end = numbered(at: index) { return possession(at: end) }
        if isCreation, index < tokens.endIndex, tokens[index].key == "new" { index += 1 }
        if isCreation, let thing = words.things.longest(at: index, in: tokens), !hasReadThing {
            hasReadThing = true
            var next = index + thing.count
            if next < tokens.endIndex, [":", ",", "for"].contains(tokens[next].key) { next += 1 }
            guard next < tokens.endIndex else { return nil }
            if Self.callings.longest(at: next, in: tokens) != nil { return next }
            if tokens[next].key == "with" || stock(at: next) != nil || Self.places.contains(tokens[next].key) {
                return next
            }
            return name(at: next)
        }
        if isCreation, let state = words.states.longest(at: index, in: tokens), index + state.count < tokens.endIndex,
            !["new", "open", "good", "clean", "empty", "brand new"].contains(
                text(index..<index + state.count).lowercased()
            ),
            !isStop(index + state.count), tokens[index + state.count].isWord
        {
            frame.fields["state"] = .string(text(index..<index + state.count))
            index += state.count
        }
        guard let (range, end) = run(from: index, inName: true) else { return nil }
        frame.item = .name(text(range))
        if isQuoted(range) { frame.isPlain = false }
        return possession(at: end)
    }

    private static let labels: WordSet = [
        "item", "items", "id", "number", "no", "#", "product", "entry", "record", "inventory", "stock", "article",
    ]

    /// Reads "item 3", "#3", "the item with ID 3".
    private mutating func numbered(at start: Int) -> Int? {
        var index = start
        var isSaid = false
        while index < tokens.endIndex,
            Self.labels.contains(tokens[index].key)
                || isSaid && ["with", "the", ".", "-", ":"].contains(tokens[index].key)
        {
            isSaid = true
            index += 1
        }
        guard isSaid, index < tokens.endIndex, let value = tokens[index].number, let number = Int(exactly: value),
            number >= 0,
            !tokens[index].isGlued, isEdge(index + 1) || tokens[index + 1].key == "'s"
        else { return nil }
        frame.item = .number(number)
        isDefinite = true
        return index + 1
    }

    /// Reads the field of "the stapler's place".
    private mutating func possession(at index: Int) -> Int? {
        guard index < tokens.endIndex, tokens[index].key == "'s" else { return index }
        var next = index + 1
        if next < tokens.endIndex, tokens[next].key == "new" { next += 1 }
        guard pending == nil, let found = outer.topic.field(at: next, in: tokens) else { return nil }
        pending = (found.argument, found.word)
        return next + found.count
    }

    /// Finds the run of words that forms one value: up to a mark, or a word that starts another part.
    private func run(from start: Int, inName: Bool, isNote: Bool = false) -> (range: Range<Int>, end: Int)? {
        var first = start
        while first < tokens.endIndex, ["the", "a", "an", "our", "my"].contains(tokens[first].key), !isNote,
            !isGlued(first + 1)
        {
            first += 1
        }
        guard first < tokens.endIndex, !tokens[first].isSkippable else { return nil }
        if tokens[first].quotation != nil {
            let end = first + 1
            guard isNote || isEdge(end) || end < tokens.endIndex && tokens[end].key == "'s" else { return nil }
            return (first..<end, end)
        }
        var index = first
        while index < tokens.endIndex {
            if isNote {
                // The text of a note ends where another field starts.
                if index > first, tokens[index].key == ",", beginsField(index + 1) { break }
            } else {
                if closing(at: index) != nil || !isInner(index) || index > first && isStop(index) { break }
                if index == first, isStop(index) { return nil }
                if index > first, outer.topic.field(at: index, in: tokens) != nil,
                    !inName || ["the", "a", "its"].contains(tokens[index - 1].key)
                {
                    if ["the", "a", "its"].contains(tokens[index - 1].key) { index -= 1 }
                    // "Storage place" is a place; two fields in a row are two.
                    if !inName, index + 1 >= tokens.endIndex || isEdge(index + 1), !isSequence { index += 1; continue }
                    break
                }
                if words.negations.longest(at: index, in: tokens) != nil { return nil }
                if inName, index > first, beginsCount(index) { break }
            }
            index += 1
        }
        var end = index
        while end > first, tokens[end - 1].isSkippable { end -= 1 }
        guard end > first, end - first <= (isNote ? 60 : 8) else { return nil }
        // Digits alone are no name.
        if inName, end - first == 1, tokens[first].isNumber { return nil }
        return (first..<end, index)
    }

    /// Returns whether a number with a unit starts here after a name: "pens 3 boxes", "monitors x 3".
    private func beginsCount(_ index: Int) -> Bool {
        if ["x", "×"].contains(tokens[index].key) { return index + 1 < tokens.endIndex && tokens[index + 1].isNumber }
        guard tokens[index].isNumber, !tokens[index].isGlued, index + 1 < tokens.endIndex else { return false }
        return words.units.longest(at: index + 1, in: tokens) != nil
    }

    private func beginsField(_ index: Int) -> Bool {
        var index = index
        while index < tokens.endIndex, ["and", "with", "the"].contains(tokens[index].key) { index += 1 }
        guard let found = outer.topic.field(at: index, in: tokens) else { return false }
        let next = index + found.count
        return next < tokens.endIndex && !["and", "or", ","].contains(tokens[next].key)
    }

    /// Returns whether a mark is inside a word, as in "first-aid".
    private func isInner(_ index: Int) -> Bool {
        guard tokens[index].isSkippable else { return true }
        guard index > tokens.startIndex, index + 1 < tokens.endIndex else { return false }
        if tokens[index].kind == .joint || tokens[index].key == "'" || tokens[index].key == "’"
            || tokens[index].key == "."
        {
            return tokens[index - 1].range.upperBound == tokens[index].range.lowerBound
                && (tokens[index].range.upperBound == tokens[index + 1].range.lowerBound || tokens[index].key == ".")
        }
        return false
    }

    private static let stops: WordSet = [
        "with", "called", "named", "titled", "because", "which", "who", "by", "as", "into", "from", "to", "in", "at",
        "on",
        "under", "inside", "onto", "off", "since", "so", "is", "are", "was", "were", "be", "should", "must", "we", "i",
        "they",
        "it", "'s", "now", "today", "again", "that", "where", "if", "when", "then", "but", "has", "have", "until",
        "not",
        "please", "=", "isn't", "aren't", "doesn't", "don't", "got", "went", "needs", "broke", "can", "wasn't", "came",
        "arrived", "do", "does", "kept", "stored", "located", "also", "out", "away", "them", "over", "having", "left",
        "too",
    ]

    /// Returns whether a word starts another part.
    private func isStop(_ index: Int) -> Bool {
        guard index < tokens.endIndex else { return true }
        let token = tokens[index]
        guard token.kind != .word || !Self.stops.contains(token.key) else { return true }
        guard ["and", "plus", "or"].contains(token.key) else {
            return index + 1 < tokens.endIndex && isValuedField(index)
        }
        // "Health and Safety"
        let next = index + 1
        guard token.key == "and", next < tokens.endIndex, index > tokens.startIndex else { return true }
        let isName = tokens[next].isWord && isCapitalized(next) && isCapitalized(index - 1)
        return !isName || words.act(at: next, in: tokens) != nil || outer.topic.field(at: next, in: tokens) != nil
    }

    private func isCapitalized(_ index: Int) -> Bool {
        outer.utterance.text.characters[tokens[index].range.lowerBound].isUppercase
    }

    /// Whether fields follow one another without commas.
    private var isSequence: Bool { !frame.fields.isEmpty || frame.quantity != nil || frame.unit != nil }

    /// Returns whether the word for a field is right before its value: "pens quantity 5".
    private func isValuedField(_ index: Int) -> Bool {
        guard let found = outer.topic.field(at: index, in: tokens) else { return false }
        let next = index + found.count
        return next < tokens.endIndex && (tokens[next].isNumber || tokens[next].key == "=")
    }

    private static let adverbs = TokenSequences([
        "now", "right now", "today", "again", "from now on", "any more", "anymore", "any longer", "too", "also",
        "already", "please",
        "there", "instead of that", "altogether", "completely", "entirely", "permanently", "for good", "in total",
        "for now",
        "just now", "straight away", "immediately",
    ])

    /// Returns the length of polite words and adverbs, which add no information.
    private func closing(at index: Int) -> Int? {
        guard index < tokens.endIndex else { return nil }
        let length = max(
            LanguageData.english.closings.longest(at: index, in: tokens)?.count ?? 0,
            Self.adverbs.longest(at: index, in: tokens)?.count ?? 0
        )
        return length > 0 ? index + length : nil
    }

    // MARK: Joints

    private func skippingJoints(from start: Int) -> Int {
        var index = start
        while index < tokens.endIndex {
            let isMark = tokens[index].isSkippable && !isInner(index)
            guard isMark || ["and", "plus", "also", "but"].contains(tokens[index].key) else { break }
            index += 1
        }
        return index
    }

    /// Returns whether the text after a comma or an "and" still belongs to this clause.
    private mutating func goesOn(at index: Int) -> Bool {
        if closing(at: index) != nil { return true }
        if words.act(at: index, in: tokens) != nil, !hasNothing { return false }
        if !hasName, !isCreation || frame.fields.isEmpty { return true }
        let before = self
        defer { self = before }
        if naming(at: index) != nil || field(at: index) != nil { return true }
        if frame.quantity == nil, isCreation, let end = number(at: index), isEdge(end) { return true }
        self = before
        return isCreation && preposition(at: index) != nil
    }

    private var hasNothing: Bool { frame.isBare }
}
