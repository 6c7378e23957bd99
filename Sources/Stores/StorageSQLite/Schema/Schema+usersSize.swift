extension Schema {
    /// The sums of what the users of each client have stored, because adding them up lasts as long as reading all their sums.
    ///
    /// Triggers on the sums of owners maintain them. A client without users has no row here, and pays for none.
    static let usersSize = """
        CREATE TABLE usersSize (
            client TEXT PRIMARY KEY NOT NULL,
            byteCount INTEGER NOT NULL DEFAULT 0,
            healthSampleCount INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        INSERT INTO usersSize (client, byteCount, healthSampleCount)
            SELECT substr(owner, 1, instr(owner, '/') - 1), SUM(bytes), SUM(samples) FROM (
                SELECT client AS owner, byteCount AS bytes, 0 AS samples FROM clientSize
                UNION ALL SELECT client, 0, count FROM healthSampleCount)
            WHERE instr(owner, '/') > 0 GROUP BY 1;
        \(triggers("clientSize", of: "byteCount", in: "byteCount"))
        \(triggers("healthSampleCount", of: "count", in: "healthSampleCount"))

        """

    /// Returns the triggers that add the sums of users to those of their clients.
    ///
    /// They name no conflict policy, because the policy of the statement that fires a trigger overrides it.
    private static func triggers(_ table: String, of column: String, in sum: String) -> String {
        """
        CREATE TRIGGER \(table)OfUserAdded AFTER INSERT ON \(table) WHEN instr(NEW.client, '/') > 0 BEGIN
            INSERT INTO usersSize (client) SELECT substr(NEW.client, 1, instr(NEW.client, '/') - 1)
                WHERE NOT EXISTS (
                    SELECT 1 FROM usersSize WHERE client = substr(NEW.client, 1, instr(NEW.client, '/') - 1));
            UPDATE usersSize SET \(sum) = \(sum) + NEW.\(column)
                WHERE client = substr(NEW.client, 1, instr(NEW.client, '/') - 1);
        END;
        CREATE TRIGGER \(table)OfUserChanged AFTER UPDATE OF \(column) ON \(table)
            WHEN NEW.\(column) <> OLD.\(column) AND instr(NEW.client, '/') > 0 BEGIN
            UPDATE usersSize SET \(sum) = \(sum) + NEW.\(column) - OLD.\(column)
                WHERE client = substr(NEW.client, 1, instr(NEW.client, '/') - 1);
        END;
        CREATE TRIGGER \(table)OfUserRemoved AFTER DELETE ON \(table) WHEN instr(OLD.client, '/') > 0 BEGIN
            UPDATE usersSize SET \(sum) = \(sum) - OLD.\(column)
                WHERE client = substr(OLD.client, 1, instr(OLD.client, '/') - 1);
        END;
        """
    }
}
