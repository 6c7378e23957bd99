import GRDB
import Storage
import Synchronization

/// The sizes in memory of a database that only this process changes.
///
/// Temporary triggers on the connection that writes report each change of a row with its new size, so they include all statements,
/// triggers and cascades, and no writer can be forgotten. They belong to the connection and not to the schema.
///
/// No trigger may change a row of its own table: the changes of a row would then be reported in another order than they were made.
/// No transaction may undo a part of itself and then commit, by a savepoint or by catching the error of a statement: the sizes of the undone
/// part would be kept.
final class SizeKeeper: Sendable {
    // One process: another process that changes these rows would not be noticed.
    private let sizes = Mutex(KeptSizes())

    /// Follows the changes of a connection, which must be the only one that writes.
    func follow(_ db: Database) throws {
        let change = DatabaseFunction("sizeChanged") { values in
            guard values.count >= 2, let id = String.fromDatabaseValue(values[1]),
                let table = String.fromDatabaseValue(values[0]).flatMap(KeptSizes.Table.init(rawValue:))
            else { return nil }
            let size = values.count == 2 ? nil : KeptSizes.Size(Array(values[2...]))
            self.sizes.withLock { $0.change(KeptSizes.Key(table: table, id: id), to: size) }
            return nil
        }
        db.add(function: change)
        for table in KeptSizes.Table.allCases { try db.execute(sql: table.triggers) }
    }

    /// Performs a transaction, and keeps the sizes that it has changed before the next one starts.
    func perform<Value>(_ body: (Database) throws -> Value, in db: Database) throws -> Value {
        var value: Value?
        do {
            try db.inTransaction {
                value = try body(db)
                return .commit
            }
        } catch {
            sizes.withLock { $0.rollBack() }
            throw error
        }
        sizes.withLock { $0.commit() }
        guard let value else { preconditionFailure("A transaction has committed without its body.") }
        return value
    }

    /// Returns the sizes of rows, `nil` if one of them is not in memory, and the number of drops so far.
    func kept(_ keys: [KeptSizes.Key]) -> (sizes: [KeptSizes.Key: KeptSizes.Size]?, dropCount: Int) {
        sizes.withLock { (sizes: $0.sizes(of: keys), dropCount: $0.dropCount) }
    }

    /// Keeps the sizes that a read has found.
    ///
    /// - Parameter dropCount: The number of drops before the read.
    func keep(_ found: [KeptSizes.Key: KeptSizes.Size], since dropCount: Int) {
        sizes.withLock { $0.keep(found, since: dropCount) }
    }
}

extension KeptSizes.Table {
    private var key: String { self == .conversation ? "id" : "client" }

    /// The columns of a size.
    private var columns: [String] {
        self == .conversation ? ["byteCount", "client", "turnCount", "entryCount"] : ["byteCount"]
    }

    /// The query for the size in a row.
    fileprivate var query: String { "SELECT \(columns.joined(separator: ", ")) FROM \(rawValue) WHERE \(key) = ?" }

    /// The triggers that report changes of sizes.
    fileprivate var triggers: String {
        func size(_ row: String) -> String { columns.map { "\(row).\($0)" }.joined(separator: ", ") }
        return """
            CREATE TEMP TRIGGER \(rawValue)KeptAdded AFTER INSERT ON main.\(rawValue) BEGIN
                SELECT sizeChanged('\(rawValue)', NEW.\(key), \(size("NEW")));
            END;
            CREATE TEMP TRIGGER \(rawValue)KeptChanged AFTER UPDATE OF \(columns.joined(separator: ", "))
                ON main.\(rawValue) WHEN (\(size("NEW"))) IS NOT (\(size("OLD"))) BEGIN
                SELECT sizeChanged('\(rawValue)', NEW.\(key), \(size("NEW")));
            END;
            CREATE TEMP TRIGGER \(rawValue)KeptRemoved AFTER DELETE ON main.\(rawValue) BEGIN
                SELECT sizeChanged('\(rawValue)', OLD.\(key));
            END;
            """
    }
}

extension KeptSizes.Size {
    /// Makes a size from the columns of a row, in the order of its table.
    fileprivate init(_ columns: [DatabaseValue]) {
        bytes = columns.first.flatMap { Int.fromDatabaseValue($0) } ?? 0
        guard columns.count == 4 else { return }
        owner = String.fromDatabaseValue(columns[1]).map(Owner.init(stored:))
        turns = Int.fromDatabaseValue(columns[2]) ?? 0
        entries = Int.fromDatabaseValue(columns[3]) ?? 0
    }
}

extension Database {
    /// Reads the sizes of rows.
    func sizes(of keys: [KeptSizes.Key]) throws -> [KeptSizes.Key: KeptSizes.Size] {
        var sizes: [KeptSizes.Key: KeptSizes.Size] = [:]
        for key in keys {
            let row = try Row.fetchOne(cachedStatement(sql: key.table.query), arguments: [key.id])
            sizes[key] = row.map { KeptSizes.Size(Array($0.databaseValues)) } ?? KeptSizes.Size()
        }
        return sizes
    }
}
