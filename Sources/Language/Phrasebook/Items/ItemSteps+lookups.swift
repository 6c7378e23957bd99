import StreamingJSON

// MARK: - Looking up items

extension ItemSteps {
    /// Returns the output of a call, and removes it from the unprocessed ones; `nil` if the call has not been made.
    mutating func nextOutput(of call: PlannedCall) -> String? {
        guard let first = made.popFirst() else { return nil }
        let output = first.output ?? ""
        self.output = output
        isChanged = call.tool != collection.tools.list && call.tool != collection.tools.show
        let found = ListedItem.all(in: output, listed)
        if !found.isEmpty || call.tool == collection.tools.list { items = found }
        return output
    }

    /// Lists items by the field that contains the text.
    mutating func list(_ planned: PlannedCall) -> Step {
        var arguments = sent(planned.arguments)
        guard let text = arguments["title"]?.stringValue, !arguments.isEmpty else {
            return nextOutput(of: call(planned.tool, arguments)) == nil
                ? .calls([call(planned.tool, arguments)]) : .done
        }
        let name = ItemName(text)
        for title in [name.singular, text] {
            arguments["title"] = .string(title)
            let search = call(planned.tool, arguments)
            guard nextOutput(of: search) != nil else { return .calls([search]) }
            if !items.isEmpty { return .done }
            if name.singular == text { break }
        }
        guard asked != .judgement else { return .done }
        arguments["title"] = nil
        for field in collection.fields where field.isFilter && field.argument != "title" {
            if arguments[field.argument] != nil { continue }
            var narrowed = arguments
            narrowed[field.argument] = .string(text)
            let search = call(planned.tool, narrowed)
            guard nextOutput(of: search) != nil else { return .calls([search]) }
            if !items.isEmpty { return .done }
        }
        guard arguments.isEmpty else { return .done }
        switch similar(to: name) {
        case .pending(let search): return .calls([search])
        case .found(let found):
            guard let item = found.first, found.count == 1, isEnabled(collection.tools.show) else {
                items = found
                return found.isEmpty ? .ask(replies.unknown(text)) : .ask(replies.which(found))
            }
            let show = call(collection.tools.show, [listed.argument: .integer(item.number)])
            return nextOutput(of: show) == nil ? .calls([show]) : .done
        }
    }

    enum Found {
        case pending(PlannedCall)
        case found([ListedItem])
    }

    /// Finds the items whose titles may be meant by a name that no title contains.
    mutating func similar(to name: ItemName) -> Found {
        let all = call(collection.tools.list, [:])
        guard nextOutput(of: all) != nil else { return .pending(all) }
        let found = items.filter { name.resembles($0.title) }
        let exact = found.filter { name.isTitle($0.title) }
        return .found(exact.count == 1 ? exact : found)
    }

    /// Finds the items that a name means: the one with exactly that title, else all with similar titles.
    mutating func items(named text: String) -> Found {
        let name = ItemName(text)
        let text = name.text
        for title in [name.singular, text] {
            let search = call(collection.tools.list, ["title": .string(title)])
            guard nextOutput(of: search) != nil else { return .pending(search) }
            if !items.isEmpty {
                let exact = items.filter { name.isTitle($0.title) }
                return .found(exact.count == 1 ? exact : items)
            }
            if name.singular == text { break }
        }
        return similar(to: name)
    }

    /// Finds the item that is meant, and continues with it.
    mutating func onItem(_ planned: PlannedCall, _ next: (inout Self, ListedItem) -> Step) -> Step {
        let isReading = planned.tool == collection.tools.show
        switch planned.arguments[listed.argument] {
        case .integer(let number)?:
            return next(&self, ListedItem(number: number, title: ""))
        case .string(let name)?:
            guard isEnabled(collection.tools.list) else { return .ask(replies.whichNumber) }
            switch items(named: name) {
            case .pending(let search): return .calls([search])
            case .found(let found):
                if let item = found.first, found.count == 1 {
                    // An item with another title may be another item.
                    if !isReading, !ItemName(name).isTitle(item.title) { isProposing = true }
                    return next(&self, item)
                }
                if found.isEmpty {
                    // "Add another marker" creates an item if there is none.
                    if planned.arguments["?add"] != nil {
                        isProposing = true
                        return created(from: planned, name)
                    }
                    return .ask(replies.unknown(name))
                }
                if isReading, asked == .anything { return .done }
                if planned.arguments["?all"] != nil { return all(planned, found) }
                return .ask(replies.which(found))
            }
        default: return .ask(replies.whichItem)
        }
    }

    mutating func all(_ planned: PlannedCall, _ found: [ListedItem]) -> Step {
        guard found.count <= AnswerWriter.callLimit else { return .ask(replies.which(Array(found.prefix(3)))) }
        let calls = found.map { call(planned.tool, [listed.argument: .integer($0.number)]) }
        if isProposing {
            return .propose(
                zip(found, calls).map { Proposal.Change(act: .delete, call: $1, title: $0.title, number: $0.number) }
            )
        }
        for each in calls where nextOutput(of: each) == nil { return .calls(calls) }
        return .done
    }
}
