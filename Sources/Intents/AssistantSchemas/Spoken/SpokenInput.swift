import CalendarDays
public import StreamingJSON

/// The input of an action as far as a person's words determine it.
///
/// The built-in model fills the slots of ``SchemaPhrases`` with words, numbers and days. They are turned into the wire forms of
/// the parameters here; names of things stay open until the app that has them is asked (``references``).
public struct SpokenInput: Sendable, Hashable {
    /// The values that are complete, on the wire.
    public internal(set) var input = JSONObject()

    /// The names of things that the app has to look up with ``EntityQueryVerb/matching``.
    public internal(set) var references: [Reference] = []

    /// The words that have no wire form, such as a time that does not exist.
    public internal(set) var faults: [InputFault] = []

    /// The required parameters for which there are no words, in the order of the schema.
    public internal(set) var missing: [String] = []

    /// The things among ``missing``, each without words: if the app has only one of the kind, it is meant.
    public internal(set) var unnamed: [Reference] = []

    /// A name of a thing.
    public struct Reference: Sendable, Hashable {
        /// The parameter.
        public let parameter: String
        /// The words of the person; empty if there are none.
        public let words: String
        /// The kinds of things that the name may mean, the first one first.
        public let targets: [Target]
        /// Whether the parameter is an array or a set.
        public let isElement: Bool

        /// A kind of things that a name may mean.
        public struct Target: Sendable, Hashable {
            /// The schema of the entity.
            public let entity: String
            /// The case of the union around it; `nil` outside of unions.
            public let kind: String?
        }
    }

    /// Adds the thing that a name means.
    ///
    /// - Parameter thing: The reference `{"type", "id"}`; only these members are used.
    public mutating func resolve(_ reference: Reference, as target: Reference.Target, thing: JSONObject) {
        var value: JSONValue = [
            "type": thing["type"] ?? .string(target.entity), "id": thing["id"] ?? nil,
        ]
        if let kind = target.kind { value = ["kind": .string(kind), "value": value] }
        if reference.isElement {
            input[reference.parameter] = .array((input[reference.parameter]?.arrayValue ?? []) + [value])
        } else {
            input[reference.parameter] = value
        }
        references.removeAll { $0 == reference }
        if unnamed.contains(reference) {
            unnamed.removeAll { $0 == reference }
            missing.removeAll { $0 == reference.parameter }
        }
    }

    /// Reads the arguments that the built-in model has found.
    ///
    /// - Parameters:
    ///   - arguments: The values of the slots; `time.hour` is a part of the value of `time`.
    ///   - refinements: The choices and unions of the app that is to perform the action.
    ///   - now: The present moment where the person is.
    public init(
        _ arguments: JSONObject,
        of intent: IntentSchema,
        refinements: SchemaRefinements = SchemaRefinements(),
        now: SpokenMoment
    ) {
        var parts = SpokenParts(arguments)
        parts.complete(of: intent)
        for parameter in intent.parameters {
            guard let words = parts[parameter.name] else {
                // An app with a single case leaves nothing to choose.
                if !parameter.isOptional, case .enumeration(let id) = parameter.type,
                    let cases = refinements.cases[id], cases.count == 1
                {
                    input[parameter.name] = .string(cases[0])
                }
                continue
            }
            // An end may be a duration after the start.
            if parameter.name == "endDate", let seconds = SpokenDuration.seconds(words) {
                let start = input["startDate"]?.stringValue.flatMap { CivilDate($0) }
                if let end = start?.adding(minutes: Int(seconds / 60), offset: now.offset) {
                    input[parameter.name] = .string(end.text)
                } else {
                    faults.append(InputFault("/endDate", "The words for 'endDate' are not a time after the start."))
                }
                continue
            }
            var reader = SpokenValueReader(
                parameter: parameter,
                owner: intent.id,
                refinements: refinements,
                now: now,
                // An event on a day without a time lasts all day.
                isDayEnough: parameter.name == "startDate" && intent.parameter("isAllDay")?.isOptional == false
            )
            switch reader.read(words) {
            case .value(let value): input[parameter.name] = value
            case .reference(let reference): references.append(reference)
            case .fault(let message): faults.append(InputFault("/\(parameter.name)", message))
            }
            if parameter.name == "endDate", let end = input["endDate"]?.stringValue.flatMap({ CivilDate($0) }),
                let start = input["startDate"]?.stringValue.flatMap({ CivilDate($0) }), !(start < end)
            {
                input["endDate"] = nil
                faults.append(InputFault("/endDate", "The words for 'endDate' are not a time after the start."))
            }
            if reader.isWholeDay, input["isAllDay"] == nil { input["isAllDay"] = true }
        }
        let open = Set(references.map(\.parameter))
        missing = intent.parameters.filter { parameter in
            !parameter.isOptional && parameter.defaultValue == nil && input[parameter.name] == nil
                && !open.contains(parameter.name)
        }
        .map(\.name)
        unnamed = intent.parameters.compactMap { parameter in
            guard missing.contains(parameter.name), case .entity(let id) = parameter.type.element,
                !refinements.transientEntities.contains(id)
            else { return nil }
            return Reference(
                parameter: parameter.name,
                words: "",
                targets: [.init(entity: id, kind: nil)],
                isElement: parameter.type.isCollection
            )
        }
    }
}

/// A moment as a person's calendar and clock show it.
public struct SpokenMoment: Sendable, Hashable {
    /// The year.
    public var year: Int
    /// The month, from 1 to 12.
    public var month: Int
    /// The day of the month.
    public var day: Int
    /// The hour.
    public var hour: Int
    /// The minute.
    public var minute: Int
    /// Returns the offset from UTC in minutes at a local date and time, which daylight saving time changes.
    public var offset: @Sendable (SpokenDay, _ hour: Int, _ minute: Int) -> Int

    /// Makes a moment.
    ///
    /// - Parameter offset: The offset from UTC in minutes at a local date and time.
    public init(
        year: Int,
        month: Int,
        day: Int,
        hour: Int,
        minute: Int,
        offset: @escaping @Sendable (SpokenDay, _ hour: Int, _ minute: Int) -> Int
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.offset = offset
    }

    /// The day; 1970-01-01 for one that does not exist.
    var today: CalendarDay {
        CalendarDay(year: year, month: month, day: day) ?? CalendarDay(number: 0)
    }

    /// Returns whether two moments have the same date and time.
    public static func == (left: Self, right: Self) -> Bool {
        left.today == right.today && left.hour == right.hour && left.minute == right.minute
    }

    /// Hashes the date and time.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(today)
        hasher.combine(hour)
        hasher.combine(minute)
    }
}

/// A day of the calendar.
public struct SpokenDay: Sendable, Hashable {
    /// The year.
    public var year: Int
    /// The month, from 1 to 12.
    public var month: Int
    /// The day of the month.
    public var day: Int

    /// Makes a day.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    init(_ day: CalendarDay) { (year, month, self.day) = day.components }
}
