import AgentTools
import StreamingJSON

extension JSONValue {
    /// The most records of a file that are read.
    private static let mostRecords = 100_000

    /// Reads comma-separated values as an array of objects, whose names are the first record; all values are texts.
    ///
    /// A column without a name is left out, and of two columns with one name the first counts. A field that a record lacks is absent.
    ///
    /// - Throws: ``CSVFault`` if the file is not well formed, or has too many records.
    init(csv bytes: [UInt8]) throws(CSVFault) {
        var parser = CSVParser()
        var columns: [String?]?
        var rows: [JSONValue] = []
        func read(_ record: CSVRecord) throws {
            guard let columns else {
                var names: Set<String> = []
                columns = record.fields.map { !$0.isEmpty && names.insert($0).inserted ? $0 : nil }
                return
            }
            guard rows.count < Self.mostRecords else {
                throw CSVFault(line: record.line, message: "There are more than \(Self.mostRecords) records.")
            }
            let members = zip(columns, record.fields).compactMap { name, field in
                name.map { ($0, JSONValue.string(field)) }
            }
            rows.append(.object(JSONObject(members)))
        }
        do {
            try parser.feed(bytes, read)
            try parser.finish(read)
        } catch let fault as CSVFault {
            throw fault
        } catch {
            throw CSVFault(line: 0, message: "The file could not be read.")
        }
        self = .array(rows)
    }
}
