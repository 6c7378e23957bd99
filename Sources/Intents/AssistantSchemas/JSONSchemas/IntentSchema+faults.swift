import CalendarDays
public import StreamingJSON

/// A fault of an input that a JSON Schema does not find.
public struct InputFault: Sendable, Hashable {
    /// The place in the input, as a JSON Pointer (RFC 6901).
    public let path: String
    /// A sentence with the fault and the expected form.
    public let message: String

    init(_ path: String, _ message: String) {
        self.path = path
        self.message = message
    }
}

extension IntentSchema {
    /// Returns the faults of an input by meaning: moments without an offset, days that do not exist, an end before its
    /// start, and rules of repetition that cannot be read.
    ///
    /// The input has to satisfy ``inputSchema(_:form:)``; values of other types are passed over.
    public func faults(in input: JSONObject) -> [InputFault] {
        var faults: [InputFault] = []
        for parameter in parameters {
            guard let value = input[parameter.name] else { continue }
            let path = "/\(parameter.name)"
            switch (parameter.type, value) {
            case (.date, .string(let text)) where CivilDate(text) == nil:
                faults.append(
                    InputFault(
                        path,
                        "'\(parameter.name)' has to be a real date and time with an offset, such as 2026-11-26T09:30:00+09:00."
                    )
                )
            case (.recurrenceRule, .string(let text)) where RecurrenceText(text) == nil:
                faults.append(
                    InputFault(
                        path,
                        "'\(parameter.name)' has to be the value of an RRULE, such as FREQ=WEEKLY;BYDAY=MO."
                    )
                )
            case (.dateComponents, .object(let members)):
                if let fault = Self.fault(inComponents: members, parameter.name) {
                    faults.append(InputFault(path, fault))
                }
            default: break
            }
        }
        if let start = input["startDate"]?.stringValue.flatMap(CivilDate.init),
            let end = input["endDate"]?.stringValue.flatMap(CivilDate.init), end < start
        {
            faults.append(InputFault("/endDate", "'endDate' has to be after 'startDate'."))
        }
        return faults
    }

    private static func fault(inComponents members: JSONObject, _ name: String) -> String? {
        let (year, month, day) = (members["year"]?.intValue, members["month"]?.intValue, members["day"]?.intValue)
        guard let month, let day else { return nil }
        // Without a year, February may have 29 days.
        return CalendarDay(year: year ?? 2_000, month: month, day: day) != nil
            ? nil : "'\(name)' has a day that does not exist: month \(month), day \(day)."
    }
}
