import CalendarDays
import StreamingJSON

/// Reads the words for one parameter.
struct SpokenValueReader {
    enum Reading {
        case value(JSONValue)
        case reference(SpokenInput.Reference)
        case fault(String)
    }

    let parameter: SchemaParameter
    let owner: String
    let refinements: SchemaRefinements
    let now: SpokenMoment
    /// Whether a date needs no time.
    let isDayEnough: Bool
    /// Whether a date without a time was read.
    private(set) var isWholeDay = false

    init(
        parameter: SchemaParameter,
        owner: String,
        refinements: SchemaRefinements,
        now: SpokenMoment,
        isDayEnough: Bool
    ) {
        self.parameter = parameter
        self.owner = owner
        self.refinements = refinements
        self.now = now
        self.isDayEnough = isDayEnough
    }

    /// Reads the parts of a value; a value without parts has the name "".
    mutating func read(_ parts: JSONObject) -> Reading {
        let type = parameter.type
        if type.element == .person, type.isCollection, let text = words(parts) {
            return .value(.array(SpokenPerson.persons(text).map(\.json)))
        }
        let reading = read(parts, as: type.element)
        guard type.isCollection, case .value(let value) = reading else { return reading }
        return .value([value])
    }

    private func words(_ parts: JSONObject) -> String? {
        guard let value = parts[""] else { return nil }
        return value.stringValue ?? value.serialized()
    }

    private mutating func read(_ parts: JSONObject, as type: SchemaType) -> Reading {
        switch type {
        case .date: return date(parts)
        case .dateComponents: return dateComponents(parts)
        case .duration:
            guard let seconds = SpokenDuration.seconds(parts) else { return fault("a duration") }
            return .value(Int(exactly: seconds).map { .integer($0) } ?? .number(seconds))
        case .integer, .number:
            guard let number = parts[""]?.doubleValue else { return fault("a number") }
            guard type == .number || Int(exactly: number) != nil else { return fault("a whole number") }
            return .value(type == .number ? .number(number) : .integer(Int(number)))
        default: break
        }
        guard let words = words(parts) else { return fault("words") }
        switch type {
        case .string, .attributedText, .mailCategory: return .value(.string(words))
        case .boolean: return .value(.bool(!SpokenChoice.isNegative(words)))
        case .recurrenceRule:
            guard let rule = SpokenRecurrence.rule(words) else { return fault("a repetition") }
            return .value(.string(rule.description))
        case .url:
            return .value(.string(words.contains("://") ? words : "https://" + words))
        case .person: return .value(SpokenPerson(words).json)
        case .place: return .value(["name": .string(words)])
        case .searchCriteria: return .value(["term": .string(words)])
        case .tag: return .value(["type": "TagEntity", "id": .string(words)])
        case .link: return .value(["url": .string(words)])
        case .enumeration(let id):
            guard let value = SpokenChoice.value(words, of: id, refinements) else { return fault("one of the choices") }
            return .value(.string(value))
        case .entity(let id): return reference(words, [.init(entity: id, kind: nil)])
        case .anyEntity:
            guard let id = refinements.targets["\(owner).\(parameter.name)"] else { return fault("a thing of the app") }
            return reference(words, [.init(entity: id, kind: nil)])
        case .union: return union(words)
        default: return fault("words")
        }
    }

    private func reference(_ words: String, _ targets: [SpokenInput.Reference.Target]) -> Reading {
        .reference(
            SpokenInput.Reference(
                parameter: parameter.name,
                words: Self.withoutArticle(words),
                targets: targets,
                isElement: parameter.type.isCollection
            )
        )
    }

    /// Returns a name without an English article, which is no part of it.
    private static func withoutArticle(_ words: String) -> String {
        for article in ["the ", "my ", "our ", "a ", "an "] where words.lowercased().hasPrefix(article) {
            return String(words.dropFirst(article.count))
        }
        return words
    }

    private func fault(_ expected: String) -> Reading {
        .fault("The words for '\(parameter.name)' are not \(expected).")
    }

    /// Reads the words for a union: as a thing of the app if it has one, else as a person, a text or a place.
    private func union(_ words: String) -> Reading {
        let members = (refinements.unions["\(owner).\(parameter.name)"] ?? []).compactMap { member in
            SchemaType(notation: member.type).map { (kind: member.kind, type: $0) }
        }
        let targets = members.compactMap { member -> SpokenInput.Reference.Target? in
            if case .entity(let id) = member.type { .init(entity: id, kind: member.kind) } else { nil }
        }
        if !targets.isEmpty { return reference(words, targets) }
        let forms: [(SchemaType, JSONValue)] = [
            (.person, SpokenPerson(words).json), (.array(.person), .array(SpokenPerson.persons(words).map(\.json))),
            (.string, .string(words)), (.attributedText, .string(words)), (.place, ["name": .string(words)]),
        ]
        for (type, value) in forms {
            if let member = members.first(where: { $0.type == type }) {
                return .value(["kind": .string(member.kind), "value": value])
            }
        }
        return fault("a value of the app")
    }

    private mutating func date(_ parts: JSONObject) -> Reading {
        if let text = parts[""]?.stringValue {
            return CivilDate(text) == nil ? fault("a date and a time") : .value(.string(text))
        }
        if let moment = ahead(parts) { return .value(.string(moment.text)) }
        let day = parts["day"]?.stringValue.flatMap { CalendarDay($0) }
        guard let time = SpokenTime(parts) else {
            guard isDayEnough, let day, !SpokenTime.isMentioned(in: parts) else { return fault("a date and a time") }
            isWholeDay = true
            return .value(.string(text(day, SpokenTime(hour: 0, minute: 0))))
        }
        let (chosen, exact) = time.next(on: day, after: now)
        return .value(.string(text(chosen, exact)))
    }

    private func text(_ day: CalendarDay, _ time: SpokenTime) -> String {
        CivilDate(
            day: day,
            hour: time.hour,
            minute: time.minute,
            second: 0,
            offset: now.offset(SpokenDay(day), time.hour, time.minute)
        ).text
    }

    /// Reads the parts `inHours`, `inMinutes` and `inWord`: "in 20 minutes".
    private func ahead(_ parts: JSONObject) -> CivilDate? {
        guard let seconds = SpokenDuration.secondsAhead(parts) else { return nil }
        let start = CivilDate(
            day: now.today,
            hour: now.hour,
            minute: now.minute,
            second: 0,
            offset: now.offset(SpokenDay(now.today), now.hour, now.minute)
        )
        return start.adding(minutes: Int(seconds / 60), offset: now.offset)
    }

    private func dateComponents(_ parts: JSONObject) -> Reading {
        if let moment = ahead(parts) {
            let (year, month, day) = moment.day.components
            return .value([
                "year": .integer(year), "month": .integer(month), "day": .integer(day),
                "hour": .integer(moment.hour), "minute": .integer(moment.minute),
            ])
        }
        let day = parts["day"]?.stringValue.flatMap { CalendarDay($0) }
        let time = SpokenTime(parts)
        guard time != nil || (day != nil && !SpokenTime.isMentioned(in: parts)) else {
            return fault("a date or a time")
        }
        var members = JSONObject()
        func set(_ date: CalendarDay) {
            let (year, month, day) = date.components
            (members["year"], members["month"], members["day"]) = (.integer(year), .integer(month), .integer(day))
        }
        // An alarm has a time of any day; a due date without a day is the next moment with this time.
        if parameter.name == "dueDate", let time {
            let (chosen, exact) = time.next(on: day, after: now)
            set(chosen)
            (members["hour"], members["minute"]) = (.integer(exact.hour), .integer(exact.minute))
            return .value(.object(members))
        }
        if let day { set(day) }
        if let time { (members["hour"], members["minute"]) = (.integer(time.hour), .integer(time.minute)) }
        return .value(.object(members))
    }
}
