import StreamingJSON

extension QueryEvaluator {
    /// Applies the selectors of a segment to one node.
    mutating func select(
        _ selectors: [QuerySelector],
        from place: Place,
        into selection: inout Selection
    ) throws(JSONQueryError) {
        for selector in selectors {
            try budget.spend(1)
            switch (selector, place.value) {
            case (.name(let name), .object(let members)):
                guard let value = members[name] else { break }
                selection.places.append(child(value, .name(name), of: place, in: selection))
            case (.index(let index), .array(let elements)):
                guard let index = elements.index(of: index) else { break }
                selection.places.append(child(elements[index], .index(index), of: place, in: selection))
            case (.slice(let slice), .array(let elements)):
                for index in slice.indexes(count: elements.count) {
                    try add(elements[index], .index(index), of: place, to: &selection)
                    if selection.isFull { return }
                }
            case (.wildcard, _):
                try select(nil, from: place, into: &selection)
            case (.filter(let condition), _):
                try select(condition, from: place, into: &selection)
            default: break
            }
            if selection.isFull { return }
        }
    }

    /// Selects the children of a node that meet a condition, or all of them.
    private mutating func select(
        _ condition: FilterExpression?,
        from place: Place,
        into selection: inout Selection
    ) throws(JSONQueryError) {
        switch place.value {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let condition, try !holds(condition, for: element) { continue }
                try add(element, .index(index), of: place, to: &selection)
                if selection.isFull { return }
            }
        case .object(let members):
            for (name, value) in members {
                if let condition, try !holds(condition, for: value) { continue }
                try add(value, .name(name), of: place, to: &selection)
                if selection.isFull { return }
            }
        default: break
        }
    }

    private mutating func add(
        _ value: JSONValue,
        _ step: @autoclosure () -> JSONPath.Step,
        of parent: Place,
        to selection: inout Selection
    ) throws(JSONQueryError) {
        try budget.spend(1)
        selection.places.append(child(value, step(), of: parent, in: selection))
    }
}

extension [JSONValue] {
    /// Returns the index of an index selector, which counts from the end if it is negative; `nil` if it is outside.
    func index(of selector: Int) -> Int? {
        let index = selector >= 0 ? selector : count + selector
        return indices.contains(index) ? index : nil
    }
}
