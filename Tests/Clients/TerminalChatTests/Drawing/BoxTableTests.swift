import FoundationEssentials
import Testing

@testable import TerminalChat

@Suite struct BoxTableTests {
    private func table() -> BoxTable {
        var table = BoxTable([
            .init("Name"), .init("Count", isTrailing: true), .init("Note", isOptional: true),
            .init("Empty", isOptional: true),
        ])
        table.add(["A4 paper", "10", "the white one, in the second box", ""])
        table.add(["コピー用紙", "12,500", "", ""])
        table.dropEmptyColumns()
        return table
    }

    private func texts(_ columns: Int, hasUnicode: Bool = true) -> [String] {
        table().lines(Drawing(columns: columns, hasUnicode: hasUnicode, now: Date(timeIntervalSince1970: 0))).map(
            \.text
        )
    }

    @Test func aTableThatFitsHasItsNaturalWidths() {
        #expect(
            texts(80) == [
                "╭────────────┬────────┬──────────────────────────────────╮",
                "│ Name       │  Count │ Note                             │",
                "├────────────┼────────┼──────────────────────────────────┤",
                "│ A4 paper   │     10 │ the white one, in the second box │",
                "│ コピー用紙 │ 12,500 │                                  │",
                "╰────────────┴────────┴──────────────────────────────────╯",
            ]
        )
    }

    @Test func wideColumnsAreWrapped() {
        #expect(
            texts(45) == [
                "╭────────────┬────────┬─────────────────────╮",
                "│ Name       │  Count │ Note                │",
                "├────────────┼────────┼─────────────────────┤",
                "│ A4 paper   │     10 │ the white one, in   │",
                "│            │        │ the second box      │",
                "│ コピー用紙 │ 12,500 │                     │",
                "╰────────────┴────────┴─────────────────────╯",
            ]
        )
    }

    @Test func columnsAreLeftOutAndThenTheFrame() {
        #expect(texts(28).allSatisfy { !$0.contains("Note") && WidthRules().columns(of: $0) <= 28 })
        #expect(texts(28).first?.first == "╭")
        #expect(texts(12) == ["Name: A4", "  paper", "Count: 10", "", "Name: コピー", "  用紙", "Count:", "  12,500"])
    }

    @Test func withoutUnicodeTheFrameIsOfASCII() {
        #expect(texts(80, hasUnicode: false).first == "+------------+--------+----------------------------------+")
        #expect(texts(80, hasUnicode: false)[1] == "| Name       |  Count | Note                             |")
        // A terminal with wide line characters gets none of them.
        let drawing = Drawing(columns: 80, rules: WidthRules(ambiguousColumns: 2), now: Date(timeIntervalSince1970: 0))
        #expect(table().lines(drawing).first?.text.first == "+")
    }

    @Test(arguments: 10...90) func everyLineFits(columns: Int) {
        #expect(texts(columns).allSatisfy { WidthRules().columns(of: $0) <= columns })
    }

    @Test func barsShowTheirValue() {
        #expect(ValueBar.bar(0, columns: 8, hasUnicode: true) == "")
        #expect(ValueBar.bar(1, columns: 8, hasUnicode: true) == "████████")
        #expect(ValueBar.bar(0.5, columns: 8, hasUnicode: true) == "████")
        #expect(ValueBar.bar(0.55, columns: 8, hasUnicode: true) == "████▍")
        #expect(ValueBar.bar(0.5, columns: 8, hasUnicode: false) == "####")
        #expect(ValueBar.bar(.nan, columns: 8, hasUnicode: true) == "")
        #expect(ValueBar.bar(7, columns: 2, hasUnicode: true) == "██")
        #expect(ValueBar.span(0...1, columns: 4, hasUnicode: true) == "━━━━")
        #expect(ValueBar.span(0.5...0.5, columns: 4, hasUnicode: true) == "  ━ ")
        #expect(ValueBar.span(1...1, columns: 4, hasUnicode: false) == "   =")
    }
}
