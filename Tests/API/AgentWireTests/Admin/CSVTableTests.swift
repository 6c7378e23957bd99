import AgentWire
import Testing

/// Tables for spreadsheets.
@Suite struct CSVTableTests {
    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
        ("two\nlines", "\"two\nlines\""),
        ("=1+1", "'=1+1"), ("+A1", "'+A1"), ("-A1", "'-A1"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"),
        ("\rx", "\"'\rx\""),
        ("=cmd|' /C calc'!A0,x", "\"'=cmd|' /C calc'!A0,x\""), ("-12.5", "-12.5"), ("東京", "東京"), ("a=b", "a=b"),
    ])
    func aCellIsText(cell: String, written: String) {
        let table = CSVTable(columns: ["name"], rows: [[cell]])
        #expect(table.bytes == [0xEF, 0xBB, 0xBF] + Array("name\r\n\(written)\r\n".utf8))
    }

    @Test func aRowHasACellForEachColumn() {
        var usage = WireUsageRow(
            client: "c",
            day: "2026-11-24",
            model: "openai:m",
            turns: 1,
            unsettledTurns: 0,
            inputTokens: 2,
            cachedInputTokens: 0,
            cacheWriteTokens: 1,
            outputTokens: 3,
            money: "0.5",
            currency: "EUR",
            isUnpriced: false
        )
        let table = CSVTable([usage])
        #expect(table.rows.allSatisfy { $0.count == table.columns.count })
        #expect(table.rows == [["c", "2026-11-24", "openai:m", "1", "0", "2", "0", "1", "3", "0.5", "EUR", "false"]])
        usage.user = "usr_1"
        let ofUser = CSVTable([usage])
        #expect(ofUser.columns == table.columns + ["user"] && ofUser.rows == [table.rows[0] + ["usr_1"]])
    }
}
