import CalendarDays
public import Foundation
public import ToolRecords
public import StreamingJSON

/// Health samples that a phone has sent; a faulty entry does not affect the others.
///
/// There are two formats: that of iOS health exporters, `{"data":{"metrics":[{"name","units","data":[…]}]}}`, and Torii's own,
/// `{"samples":[{"type","unit","value","start"}]}`. ``HealthEntry`` and ``HealthClock`` document the entries.
public struct HealthUpload: Sendable {
    /// A fault of one entry, or of the whole body.
    public struct Fault: Error, Sendable, Equatable {
        /// The place as a JSON pointer (RFC 6901) into the body; `#` for the whole body.
        public var pointer: String
        /// The fault, and the expected value.
        public var detail: String
    }

    /// The number of faults that are reported; further ones are only counted.
    public static let mostFaults = 20

    /// The samples; of several with the same key, the last one.
    public private(set) var samples: [HealthSampleRecord] = []
    /// The number of entries.
    public private(set) var entryCount = 0
    /// The number of entries that could not be read.
    public private(set) var rejectedCount = 0
    /// The first faults.
    public private(set) var faults: [Fault] = []
    /// The number of entries of each unsupported kind, such as `workouts`.
    public private(set) var ignored: [(kind: String, count: Int)] = []

    private var places: [Place: Int] = [:]

    /// The key under which a sample is stored.
    private struct Place: Hashable {
        let metric: String
        let part: String
        let source: String
        let start: Date
    }

    /// Reads a body.
    ///
    /// - Parameter timeZone: The zone of times that state none.
    /// - Throws: ``Fault`` if the body has neither format.
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

    /// Reads an exporter's body, in which the metrics may be missing.
    private mutating func readExport(_ data: JSONObject, _ timeZone: TimeZone) throws(Fault) {
        for (kind, value) in data where kind != "metrics" {
            // Names come from outside and are repeated in the reply, so they are cut.
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
            for sample in try entry.samples() { add(sample) }
            entryCount += 1
        } catch {
            reject(error)
        }
    }

    private mutating func add(_ sample: HealthSampleRecord) {
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
