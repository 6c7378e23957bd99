import CalendarDays
import Foundation
import ToolRecords
import StreamingJSON

/// One entry of an upload: a time and its numbers.
///
/// | metric | fields |
/// |---|---|
/// | most | `qty` or `value` |
/// | a range, such as `heart_rate` | `Min`, `Avg`, `Max`, in either case |
/// | `blood_pressure` | `systolic`, `diastolic` |
/// | `sleep_analysis` of a night | `totalSleep`, `core`, `deep`, `rem`, `asleep`, `awake`, `inBed` |
/// | `sleep_analysis` of one stage | `startDate`, `endDate`, and the stage in `value` or `stage` |
/// | any other | each of its numbers, as a part of its name |
struct HealthEntry {
    typealias Fault = HealthUpload.Fault

    let fields: JSONObject
    let pointer: String
    let metric: String
    let unit: String
    let source: String
    let timeZone: TimeZone

    /// Reads the fields that all kinds of entries have.
    ///
    /// - Parameters:
    ///   - metric: The metric's name; `nil` if the entry has it in `type`.
    ///   - unit: The unit; `nil` if the entry has it in `unit`.
    init(
        _ value: JSONValue,
        at pointer: String,
        metric: String?,
        unit: String?,
        timeZone: TimeZone
    ) throws(Fault) {
        guard let fields = value.objectValue else {
            throw Fault(pointer: pointer, detail: "must be an object, not \(value.typeName)")
        }
        self.fields = fields
        self.pointer = pointer
        self.timeZone = timeZone
        let place = metric == nil ? "\(pointer)/type" : pointer
        guard let given = metric ?? fields["type"]?.stringValue else {
            throw Fault(pointer: place, detail: "must be a text, such as step_count")
        }
        guard let name = HealthMetric.canonicalName(given) else {
            throw Fault(
                pointer: place,
                detail: "a metric's name has at most 64 characters: letters a to z, digits and _"
            )
        }
        self.metric = name
        let text = unit ?? fields["unit"]?.stringValue ?? ""
        self.unit = text.split(whereSeparator: \.isWhitespace).joined(separator: "_")
        guard self.unit.utf8.count <= 24,
            self.unit.unicodeScalars.allSatisfy({ !$0.properties.isDefaultIgnorableCodePoint })
        else {
            throw Fault(pointer: pointer, detail: "the unit is longer than 24 bytes, or has invisible characters")
        }
        source = String((fields["source"]?.stringValue ?? "").unicodeScalars.filter { $0 != "\0" }.prefix(120))
    }

    /// Reads the samples of the entry.
    func samples() throws(Fault) -> [HealthSampleRecord] {
        if metric == "sleep_analysis" {
            return try fields["value"]?.stringValue != nil || fields["stage"] != nil ? [stage()] : night()
        }
        let clock = try clock("date", "start", "startDate")
        func sample(_ value: Double, part: String = "", _ range: (Double?, Double?) = (nil, nil)) -> HealthSampleRecord
        {
            HealthSampleRecord(
                metric: metric,
                part: part,
                source: source,
                start: clock.moment(in: timeZone),
                day: clock.wholeDay?.number,
                unit: unit,
                value: value,
                minimum: range.0,
                maximum: range.1
            )
        }
        if let value = try number("qty", "value") { return [sample(value)] }
        let range = (try number("Min", "min"), try number("Max", "max"))
        if let average = try number("Avg", "avg") { return [sample(average, range)] }
        var parts: [HealthSampleRecord] = []
        for (key, value) in fields {
            guard let value = value.doubleValue else { continue }
            parts.append(sample(try finite(value, key), part: Self.part(key)))
        }
        guard !parts.isEmpty, parts.count <= 12 else {
            throw Fault(pointer: pointer, detail: "has no number: qty, or Min, Avg and Max")
        }
        return parts
    }

    /// Converts `Protection Used` to `protection_used`.
    private static func part(_ key: String) -> String { HealthMetric.normalized(String(key.unicodeScalars.prefix(40))) }

    /// Reads the first existing field of some names as a time.
    func clock(_ keys: String...) throws(Fault) -> HealthClock {
        guard let key = keys.first(where: { fields[$0].map { !$0.isNull } == true }) else {
            throw Fault(pointer: "\(pointer)/\(keys[0])", detail: "required: a time such as 2026-11-20 08:00:00 +0900")
        }
        guard let clock = fields[key]?.stringValue.flatMap({ HealthClock($0) }) else {
            throw Fault(pointer: "\(pointer)/\(key)", detail: "must be a time such as 2026-11-20 08:00:00 +0900")
        }
        return clock
    }

    /// Reads the first existing field of some names as a number, also from a text, because some apps build their JSON by hand.
    func number(_ keys: String...) throws(Fault) -> Double? {
        guard let key = keys.first(where: { fields[$0].map { !$0.isNull } == true }), let value = fields[key] else {
            return nil
        }
        return try finite(value.doubleValue ?? value.stringValue.flatMap(Double.init), key)
    }

    private func finite(_ value: Double?, _ key: String) throws(Fault) -> Double {
        guard let value, abs(value) <= 1e12 else {
            throw Fault(pointer: "\(pointer)/\(key.excerpt(upTo: 40))", detail: "must be a number")
        }
        return value
    }
}
