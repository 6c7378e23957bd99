public import Foundation
public import Storage
public import StreamingJSON

/// Health samples as a phone sends them, read as far as they can be: what is wrong with one does not cost the others.
///
/// Two shapes are read: that of iOS health exporters, `{"data":{"metrics":[{"name","units","data":[…]}]}}`, and Torii's own,
/// `{"samples":[{"type","unit","value","start"}]}`. The types ``HealthEntry`` and ``HealthClock`` say what an entry may look like.
public struct HealthUpload: Sendable {
    /// What is wrong with one entry, or with the whole.
    public struct Fault: Error, Sendable, Equatable {
        /// Where, as a JSON pointer (RFC 6901) into the body, with `#` for the whole.
        public var pointer: String
        /// What is wrong and what belongs there.
        public var detail: String
    }

    /// How many faults are told; the others are only counted.
    public static let mostFaults = 20

    /// The samples; of two with one place the later one.
    public private(set) var samples: [HealthSampleRecord] = []
    /// How many entries there were.
    public private(set) var entryCount = 0
    /// How many of them could not be read.
    public private(set) var rejectedCount = 0
    /// What was wrong with the first of these.
    public private(set) var faults: [Fault] = []
    /// How many entries there were of kinds that are not kept, such as `workouts`.
    public private(set) var ignored: [(kind: String, count: Int)] = []

    private var places: [Place: Int] = [:]

    /// Where a sample is stored.
    private struct Place: Hashable {
        let metric: String
        let part: String
        let source: String
        let start: Date
    }

    /// Reads a body.
    ///
    /// - Parameter timeZone: The zone of times that name none.
    /// - Throws: ``Fault`` when it has neither shape.
    public init(_ body: JSONValue, timeZone: TimeZone) throws(Fault) {
        if let data = body["data"]?.objectValue {
            try readExport(data, timeZone)
        } else if let samples = body["samples"]?.arrayValue {
            for (index, value) in samples.enumerated() {
                read(value, at: "#/samples/\(index)", metric: nil, unit: nil, timeZone)
            }
        } else {
            throw Fault(
                pointer: "#",
                detail: "neither {\"data\":{\"metrics\":[…]}}, as health exporters send it, nor {\"samples\":[…]}"
            )
        }
    }

    /// Reads what an exporter sends: the metrics, of which each may be missing.
    private mutating func readExport(_ data: JSONObject, _ timeZone: TimeZone) throws(Fault) {
        for (kind, value) in data where kind != "metrics" {
            // Names come from outside, and are told again.
            guard let entries = value.arrayValue, !entries.isEmpty, ignored.count < Self.mostFaults else { continue }
            ignored.append((kind.excerpt(upTo: 40), entries.count))
        }
        guard let metrics = data["metrics"], !metrics.isNull else { return }
        guard let metrics = metrics.arrayValue else {
            throw Fault(pointer: "#/data/metrics", detail: "must be an array, not \(metrics.typeName)")
        }
        for (index, metric) in metrics.enumerated() {
            let place = "#/data/metrics/\(index)"
            guard let entries = metric["data"]?.arrayValue else {
                reject(Fault(pointer: "\(place)/data", detail: "must be an array of entries"))
                continue
            }
            guard let name = metric["name"]?.stringValue else {
                reject(Fault(pointer: "\(place)/name", detail: "must be a text, such as step_count"), entries.count)
                continue
            }
            let unit = metric["units"]?.stringValue ?? ""
            for (index, entry) in entries.enumerated() {
                read(entry, at: "\(place)/data/\(index)", metric: name, unit: unit, timeZone)
            }
        }
    }

    private mutating func read(
        _ value: JSONValue,
        at pointer: String,
        metric: String?,
        unit: String?,
        _ timeZone: TimeZone
    ) {
        do throws(Fault) {
            let entry = try HealthEntry(value, at: pointer, metric: metric, unit: unit, timeZone: timeZone)
            for sample in try entry.samples() { take(sample) }
            entryCount += 1
        } catch {
            reject(error)
        }
    }

    private mutating func take(_ sample: HealthSampleRecord) {
        let place = Place(metric: sample.metric, part: sample.part, source: sample.source, start: sample.start)
        if let index = places[place] {
            samples[index] = sample
        } else {
            places[place] = samples.count
            samples.append(sample)
        }
    }

    private mutating func reject(_ fault: Fault, _ count: Int = 1) {
        entryCount += count
        rejectedCount += count
        if faults.count < Self.mostFaults { faults.append(fault) }
    }
}
