import AgentTools
import Foundation
public import ToolRecords

/// A file of comma-separated values to import into the inventory.
///
/// The first line names the columns. A row with the id of an item changes that item: empty fields clear its values, missing columns
/// leave them unchanged. All other rows create items.
public struct InventoryCSVFile: InventoryImportSource {
    private static let pieceLength = 1 << 16
    private static let mostFaults = 20

    private let path: String
    private let ignoresUnknownColumns: Bool

    /// Makes a source that reads a file.
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - ignoresUnknownColumns: Whether unknown columns are ignored; otherwise they are a fault.
    public init(path: String, ignoresUnknownColumns: Bool = false) {
        self.path = path
        self.ignoresUnknownColumns = ignoresUnknownColumns
    }

    /// Reads the file in pieces and passes on its rows.
    /// - Throws: ``InventoryCSVError`` with the faulty lines, at the latest after as many as a person would correct at once.
    public func forEachRow(_ body: (InventoryImportRow) throws -> InventoryImportRow.Outcome) throws {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw InventoryCSVError("The file \(path) cannot be read. Check its name and its permissions.")
        }
        defer { try? file.close() }
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
            while let piece = try file.read(upToCount: Self.pieceLength), !piece.isEmpty {
                try Task.checkCancellation()
                try parser.feed(Array(piece), readRecord)
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
