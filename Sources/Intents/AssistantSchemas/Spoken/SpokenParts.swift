import StreamingJSON

/// The words for the parameters of an action, by the parameter and the part of its value; a value without parts has the part "".
struct SpokenParts {
    private(set) var parameters: [String: JSONObject] = [:]

    /// Sorts the arguments of the built-in model: `time.hour` is a part of the value of `time`.
    init(_ arguments: JSONObject) {
        for (name, value) in arguments {
            let name = name.split(separator: ".", maxSplits: 1)
            parameters[String(name[0]), default: [:]][name.count > 1 ? String(name[1]) : ""] = value
        }
    }

    /// The words for a parameter; `nil` if there are none.
    subscript(_ parameter: String) -> JSONObject? { parameters[parameter] }

    /// Adds what the words for one parameter leave to those for another: "from 2 to 4 pm", 「毎晩9時」.
    mutating func complete(of intent: IntentSchema) {
        for parameter in intent.parameters where parameter.type.element == .recurrenceRule {
            guard let words = parameters[parameter.name]?[""]?.stringValue, let half = Self.half(in: words) else {
                continue
            }
            for other in intent.parameters where [.date, .dateComponents].contains(other.type.element) {
                guard parameters[other.name]?["hour"] != nil, parameters[other.name]?["half"] == nil else { continue }
                parameters[other.name]?["half"] = .string(half)
            }
        }
        completePeriod()
    }

    /// Returns the half of the day in the words for a repetition.
    private static func half(in words: String) -> String? {
        words.hasSuffix("朝") ? "朝" : words.hasSuffix("晩") ? "夜" : nil
    }

    /// Gives the end the day of the start, and each of both the half of the day that only the other one has.
    private mutating func completePeriod() {
        guard var start = parameters["startDate"], var end = parameters["endDate"], SpokenTime.isMentioned(in: end)
        else {
            return
        }
        if end["day"] == nil { end["day"] = start["day"] }
        if let first = Self.clock(start), let last = Self.clock(end), first != last {
            // "11 to 1 pm" starts before noon.
            if start["half"] == nil, first < last { start["half"] = end["half"] }
            if end["half"] == nil, let half = start["half"]?.stringValue {
                end["half"] = .string(first < last ? half : SpokenTime.otherHalf(than: half))
            }
        }
        parameters["startDate"] = start
        parameters["endDate"] = end
    }

    /// Returns the minutes on the face of a clock with twelve hours; `nil` if a time has no hour or one beyond twelve.
    private static func clock(_ parts: JSONObject) -> Int? {
        guard let hour = parts["hour"]?.intValue, (1...12).contains(hour),
            let minute = parts["minute"] == nil ? 0 : parts["minute"]?.intValue, (0...59).contains(minute)
        else { return nil }
        return hour % 12 * 60 + minute
    }
}
