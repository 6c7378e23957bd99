import CalendarDays
import Foundation
import ToolRecords
import StreamingJSON

extension HealthEntry {
    /// Reads a night with totals, which counts to the day of its date.
    func night() throws(Fault) -> [HealthSampleRecord] {
        let date = try clock("date", "start", "startDate")
        // Older exporters write a date alone; the time zone is then that of the night.
        let night = try? clock("sleepEnd", "sleepStart", "inBedEnd")
        let zone = date.offset == nil ? night?.offset.flatMap(TimeZone.init(secondsFromGMT:)) : nil
        let start = date.moment(in: zone ?? timeZone)
        let day = date.wholeDay ?? night?.day ?? date.nightDay
        var samples: [HealthSampleRecord] = []
        for (key, part) in [
            ("totalSleep", "total"), ("qty", "total"), ("value", "total"), ("asleep", "asleep"), ("core", "core"),
            ("deep", "deep"), ("rem", "rem"), ("awake", "awake"), ("inBed", "in_bed"),
        ] {
            guard let value = try number(key), !samples.contains(where: { $0.part == part }) else { continue }
            samples.append(
                HealthSampleRecord(
                    metric: metric,
                    part: part,
                    source: source,
                    start: start,
                    day: day.number,
                    unit: unit.isEmpty ? "hr" : unit,
                    value: value
                )
            )
        }
        guard !samples.isEmpty else {
            throw Fault(pointer: pointer, detail: "has no number of a night, such as totalSleep, and no stage in value")
        }
        return samples
    }

    /// Reads one stage of a night.
    func stage() throws(Fault) -> HealthSampleRecord {
        let text = fields["stage"]?.stringValue ?? fields["value"]?.stringValue ?? ""
        guard let stage = SleepStage(text) else {
            throw Fault(
                pointer: pointer,
                detail: "the stage must be one of Awake, Asleep, In Bed, Core, REM, Deep, Unspecified"
            )
        }
        let start = try clock("startDate", "start", "date")
        var hours = try number("qty")
        var unit = unit
        if hours == nil {
            let seconds = try clock("endDate", "end").moment(in: timeZone).timeIntervalSince(start.moment(in: timeZone))
            hours = seconds / 3600
            unit = "hr"
        }
        guard let hours, hours >= 0, hours <= 100_000 else {
            throw Fault(pointer: pointer, detail: "the stage ends before it starts")
        }
        return HealthSampleRecord(
            metric: metric,
            part: stage.part,
            source: source,
            start: start.moment(in: timeZone),
            day: start.nightDay.number,
            unit: unit.isEmpty ? "hr" : unit,
            value: hours
        )
    }
}
