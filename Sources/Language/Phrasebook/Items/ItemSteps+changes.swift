import StreamingJSON

// MARK: - Changing items

extension ItemSteps {
    mutating func finish(_ planned: PlannedCall, _ item: ListedItem) -> Step {
        var arguments = sent(planned.arguments)
        arguments[listed.argument] = .integer(item.number)
        let final = call(planned.tool, arguments)
        if isProposing, final.tool != collection.tools.show { return proposed(final, item) }
        return nextOutput(of: final) == nil ? .calls([final]) : .done
    }

    /// Returns the proposal to change an item, with its title and present values.
    mutating func proposed(_ final: PlannedCall, _ item: ListedItem) -> Step {
        let isDeletion = final.tool == collection.tools.delete
        var item = item
        if item.title.isEmpty || !isDeletion && item.values.isEmpty, isEnabled(collection.tools.show) {
            let show = call(collection.tools.show, [listed.argument: .integer(item.number)])
            guard let output = nextOutput(of: show) else { return .calls([show]) }
            guard let shown = ListedItem.all(in: output, listed).first else { return .refuse(output) }
            item = shown
        }
        var change = Proposal.Change(act: .delete, call: final, title: item.title, number: item.number)
        guard !isDeletion else { return .propose([change]) }
        change.act = .update
        for (argument, _) in final.arguments where argument != listed.argument {
            change.present[argument] =
                argument == "title"
                ? nil
                : argument == "quantity"
                    ? self.value(of: argument, in: item) ?? item.amount : self.value(of: argument, in: item)
        }
        return .propose([change])
    }

    /// Returns the call that creates an item, or the proposal to create it.
    mutating func making(_ arguments: JSONObject) -> Step {
        let final = call(collection.tools.create, arguments)
        if isProposing { return .propose([Proposal.Change(act: .create, call: final)]) }
        return nextOutput(of: final) == nil ? .calls([final]) : .done
    }

    mutating func update(_ planned: PlannedCall, _ item: ListedItem) -> Step {
        var planned = planned
        if case .string(let field)? = planned.arguments["?clear"] {
            guard let argument = argument(named: field) else { return .ask(replies.whichField) }
            planned.arguments[argument] = .null
        }
        if let factor = planned.arguments["quantity*"]?.stringValue.flatMap(Self.factor) {
            return compute(planned, item) { $0 * factor }
        }
        if let amount = Self.amount(planned.arguments["quantity+"]) { return compute(planned, item) { $0 + amount } }
        if let amount = Self.amount(planned.arguments["quantity-"]) { return compute(planned, item) { $0 - amount } }
        if let quantity = planned.arguments["quantity"]?.doubleValue, quantity < 0 { return .refuse(replies.belowZero) }
        if planned.isPlain, Self.isDoubtful(change: sent(planned.arguments)) { return .ask(replies.whichField) }
        guard sent(planned.arguments).count > 1 else { return .ask(replies.whichField) }
        return finish(planned, item)
    }

    /// Reads the quantity, changes it, and writes it for the version that was read.
    mutating func compute(_ planned: PlannedCall, _ item: ListedItem, _ change: (Double) -> Double) -> Step {
        guard isEnabled(collection.tools.show) else { return .ask(replies.howManyNow) }
        let show = call(collection.tools.show, [listed.argument: .integer(item.number)])
        guard let output = nextOutput(of: show) else { return .calls([show]) }
        guard let shown = ListedItem.all(in: output, listed).first else { return .refuse(output) }
        let amount = value(of: "quantity", in: shown)
        let quantity = amount.flatMap { ListedItem(number: 0, title: "", amount: $0).quantity }
        guard let known = quantity else { return .ask(replies.howManyNow) }
        let result = (change(known) * 1000).rounded() / 1000
        guard result.isFinite, result.magnitude < 1e15 else { return .refuse(replies.tooMany) }
        guard result >= 0 else { return .refuse(replies.notEnough(shown.title, amount ?? "")) }
        var planned = planned
        planned.arguments["quantity"] = Int(exactly: result).map(JSONValue.integer) ?? .number(result)
        planned.arguments["unit"] = nil
        if let version = value(of: "version", in: shown) { planned.arguments["version"] = .string(version) }
        return finish(planned, shown)
    }

    mutating func create(_ planned: PlannedCall) -> Step {
        if let quantity = planned.arguments["quantity"]?.doubleValue, quantity < 0 { return .refuse(replies.belowZero) }
        let arguments = sent(planned.arguments)
        if planned.isPlain, let title = arguments["title"]?.stringValue, Self.isDoubtful(title) {
            return .ask(replies.whatName)
        }
        let names = Set(arguments.map(\.key))
        // A number of an existing item is added to its quantity; a request with more details creates a separate item.
        if let title = arguments["title"]?.stringValue, let amount = arguments["quantity"], planned.isPlain,
            names.isSubset(of: ["title", "quantity", "unit"]),
            [collection.tools.list, collection.tools.show, collection.tools.update].allSatisfy(isEnabled)
        {
            let name = ItemName(title)
            let search = call(collection.tools.list, ["title": .string(name.singular)])
            guard nextOutput(of: search) != nil else { return .calls([search]) }
            let exact = items.filter { name.isTitle($0.title) }
            if let item = exact.first, exact.count == 1 {
                let change = call(collection.tools.update, ["quantity+": amount])
                return update(change, item)
            }
        }
        return making(arguments)
    }

    /// Creates the item of which more was requested, if there is none.
    mutating func created(from planned: PlannedCall, _ name: String) -> Step {
        guard isEnabled(collection.tools.create) else { return .ask(replies.unknown(name)) }
        var arguments: JSONObject = ["title": .string(name)]
        if let amount = Self.amount(planned.arguments["quantity+"]) {
            arguments["quantity"] = Int(exactly: amount).map(JSONValue.integer) ?? .number(amount)
        }
        if let unit = planned.arguments["unit"] { arguments["unit"] = unit }
        return making(arguments)
    }
}
