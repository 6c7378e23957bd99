import AgentTools
import FileReading
public import ToolRecords

/// A file of comma-separated values to import into the inventory.
///
/// The first line names the columns. A row with the id of an item changes that item: empty fields clear its values, missing columns
/// leave them unchanged. All other rows create items.
public struct InventoryCSVFile: InventoryImportSource {
    /// The maximum size of a file, in bytes.
    static let mostBytes = 256 << 20
    private static let pieceLength = 1 << 16
    private static let mostFaults = 20

    private let path: String
    private let bytes: [UInt8]
    private let ignoresUnknownColumns: Bool

    /// Reads a file; the rows of a slow pipe would keep other writers from the store.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which may be a pipe because a person names it for one command.
    ///   - ignoresUnknownColumns: Whether unknown columns are ignored; otherwise they are a fault.
    /// - Throws: ``InventoryCSVError`` if the file cannot be read, or is larger than 256 MiB.
    public init(path: String, ignoresUnknownColumns: Bool = false) throws {
        do throws(RegularFile.Fault) {
            bytes = try RegularFile.bytes(of: path, upTo: Self.mostBytes, isPipeRead: true)
        } catch {
            throw InventoryCSVError("The file \(path) \(error).")
        }
        self.path = path
        self.ignoresUnknownColumns = ignoresUnknownColumns
    }

    /// Passes on the rows of the file.
    /// - Throws: ``InventoryCSVError`` with the faulty lines, at the latest after as many as a person would correct at once.
    public func forEachRow(_ body: (InventoryImportRow) throws -> InventoryImportRow.Outcome) throws {
        var reader: InventoryCSVReader?
        var faults: [CSVFault] = []
        let readRecord = { (record: CSVRecord) in
            do {
                guard reader != nil else {
                    reader = try InventoryCSVReader(
                        header: record,
                        ignoringUnknownColumns: ignoresUnknownColumns
                    )
                    return
                }
                if let row = try reader?.row(record), try body(row) == .titleMissing {
                    throw CSVFault(
                        line: record.line,
                        message: "There is no item \(row.id ?? 0), and a new one needs a title."
                    )
                }
            } catch let fault as CSVFault {
                faults.append(fault)
                // Without a header the other rows cannot be read.
                if reader == nil || faults.count == Self.mostFaults { throw InventoryCSVError(faults, path: path) }
            }
        }
        do {
            var parser = CSVParser()
            for start in stride(from: 0, to: bytes.count, by: Self.pieceLength) {
                try Task.checkCancellation()
                try parser.feed(Array(bytes[start..<min(start + Self.pieceLength, bytes.count)]), readRecord)
            }
            try parser.finish(readRecord)
        } catch let fault as CSVFault {
            throw InventoryCSVError(faults + [fault], path: path)
        }
        guard faults.isEmpty else { throw InventoryCSVError(faults, path: path) }
        guard reader != nil else { throw InventoryCSVError("The file \(path) is empty.") }
    }
}

/// The reason why a file was not imported, with every faulty line found.
public struct InventoryCSVError: Error, Sendable, CustomStringConvertible {
    /// The faults, one a line.
    public let description: String

    init(_ description: String) { self.description = description }

    init(_ faults: [CSVFault], path: String) {
        let lines = faults.map { "\(path):\($0.line): \($0.message)" }
        description = (lines + ["Nothing was imported."]).joined(separator: "\n")
    }
}
