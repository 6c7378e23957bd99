import StreamingJSON

extension RequestTemplate {
    /// The facts about a user that the request needs.
    package var userFacts: Set<Slot.UserFact> {
        var facts: Set<Slot.UserFact> = []
        for field in query + headers { facts.formUnion(field.value.userFacts) }
        for segment in path {
            for case .slot(let slot) in segment.pieces { facts.formUnion(slot.userFacts) }
        }
        switch body {
        case .json(let value)?, .graphQL(_, let value)?: facts.formUnion(value.userFacts)
        case .form(let fields, _)?, .multipart(let fields)?:
            for field in fields { facts.formUnion(field.value.userFacts) }
        case .text(let template)?: facts.formUnion(template.userFacts)
        case nil: break
        }
        return facts
    }
}

extension RequestTemplate.Value {
    fileprivate var userFacts: Set<Slot.UserFact> {
        switch self {
        case .text(let template): template.userFacts
        case .slot(let slot): slot.userFacts
        }
    }
}

extension TextTemplate {
    fileprivate var userFacts: Set<Slot.UserFact> {
        var facts: Set<Slot.UserFact> = []
        for case .slot(let slot) in pieces { facts.formUnion(slot.userFacts) }
        return facts
    }
}

extension Slot {
    fileprivate var userFacts: Set<UserFact> { if case .user(let fact) = source { [fact] } else { [] } }
}

extension JSONValue {
    /// The facts in the texts of a value, which may have slots.
    fileprivate var userFacts: Set<Slot.UserFact> {
        switch self {
        case .string(let text): (try? TextTemplate(text))?.userFacts ?? []
        case .array(let items): items.reduce(into: []) { $0.formUnion($1.userFacts) }
        case .object(let members): members.reduce(into: []) { $0.formUnion($1.value.userFacts) }
        default: []
        }
    }
}
