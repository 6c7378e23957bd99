import Testing

@testable import TerminalChat

@Suite struct ScreenPainterTests {
    private static let profile = TerminalProfile(
        movesCursor: true,
        hasColor: true,
        hasAttributes: true,
        hasUnicode: true
    )

    private func frame(_ printed: [String] = [], live: [String] = [], cursor: (Int, Int)? = nil) -> Frame {
        Frame(
            printed: printed.map { StyledText($0) },
            live: live.map { StyledText($0) },
            cursor: cursor.map { Frame.Cursor(row: $0.0, column: $0.1) }
        )
    }

    /// Frames, and the texts on the screen after each.
    @Test func framesAreDrawn() {
        var painter = ScreenPainter(columns: 40, rows: 10, Self.profile)
        var terminal = TestTerminal(rows: 10)
        func expect(_ frame: Frame, _ texts: [String], row: Int? = nil, column: Int? = nil) {
            terminal.write(painter.paint(frame))
            #expect(terminal.texts == texts)
            #expect(terminal.isCursorHidden == (frame.cursor == nil))
            if let row { #expect(terminal.row == row) }
            if let column { #expect(terminal.column == column) }
        }
        expect(frame(live: ["> "], cursor: (0, 2)), [">"], row: 0, column: 2)
        expect(frame(live: ["> a"], cursor: (0, 3)), ["> a"], row: 0, column: 3)
        expect(
            frame(["> a", ""], live: ["working", "> "], cursor: (1, 2)),
            ["> a", "", "working", ">"],
            row: 3,
            column: 2
        )
        expect(
            frame(["answer"], live: ["more", "> x"], cursor: (1, 1)),
            ["> a", "", "answer", "more", "> x"],
            row: 4,
            column: 1
        )
        expect(
            frame(live: ["more", "and", "more", "> x"], cursor: (3, 3)),
            ["> a", "", "answer", "more", "and", "more", "> x"],
            row: 6
        )
        expect(frame(live: ["> x"], cursor: (0, 3)), ["> a", "", "answer", "> x"], row: 3, column: 3)
        expect(frame(live: ["> x"]), ["> a", "", "answer", "> x"])
        expect(frame(["last"]), ["> a", "", "answer", "last"], row: 4, column: 0)
        expect(frame(live: ["a", "b"], cursor: (0, 1)), ["> a", "", "answer", "last", "a", "b"], row: 4, column: 1)
        expect(frame(live: ["a", "B"], cursor: (0, 1)), ["> a", "", "answer", "last", "a", "B"], row: 4, column: 1)
        terminal.write(painter.finish())
        #expect(terminal.texts == ["> a", "", "answer", "last"])
        #expect(!terminal.isCursorHidden)
        #expect(terminal.row == 4)
    }

    @Test func nothingIsWrittenForTheSameFrame() {
        var painter = ScreenPainter(columns: 40, rows: 10, Self.profile)
        #expect(!painter.paint(frame(live: ["> a"], cursor: (0, 3))).isEmpty)
        #expect(painter.paint(frame(live: ["> a"], cursor: (0, 3))).isEmpty)
        #expect(painter.paint(frame(live: ["> a"], cursor: (0, 2))).count < 30)
    }

    /// Whatever the frames are, the screen has the printed lines and the live ones, and no printed line changes.
    @Test(arguments: 1...20) func randomFramesAreDrawn(seed: UInt64) {
        var dice = Dice(state: seed)
        var painter = ScreenPainter(columns: 40, rows: 8, Self.profile)
        var terminal = TestTerminal(rows: 8)
        var printed: [String] = []
        for step in 0..<200 {
            let new = (0..<(dice.next(4) == 0 ? dice.next(12) : 0)).map { "printed \(step).\($0)" }
            let live = (0..<dice.next(7)).map { "live \(dice.next(3)).\($0)" }
            let hasCursor = !live.isEmpty && dice.next(2) == 0
            let cursor = hasCursor ? (dice.next(live.count), dice.next(5)) : nil
            terminal.mark()
            terminal.write(painter.paint(frame(new, live: live, cursor: cursor)))
            #expect((terminal.lowestChange ?? .max) >= printed.count, "a printed line changed")
            printed += new
            #expect(terminal.texts == printed + live, "step \(step)")
            if let cursor {
                #expect(terminal.row == printed.count + cursor.0)
                #expect(terminal.column == cursor.1)
            }
        }
    }

    @Test func liveLinesBeyondTheScreenAreLeftOut() {
        var painter = ScreenPainter(columns: 40, rows: 4, Self.profile)
        var terminal = TestTerminal(rows: 4)
        terminal.write(painter.paint(frame(["p"], live: ["1", "2", "3", "4", "5"], cursor: (4, 1))))
        #expect(terminal.texts == ["p", "3", "4", "5"])
        terminal.write(painter.paint(frame(["q"], live: ["5"], cursor: (0, 1))))
        #expect(terminal.texts == ["p", "q", "5"])
    }

    /// A narrower terminal wraps the live lines by itself; they are drawn again at their place.
    @Test func aNewSizeDrawsTheLiveLinesAgain() {
        var painter = ScreenPainter(columns: 20, rows: 10, Self.profile)
        _ = painter.paint(frame(["p"], live: ["123456789012345", "> abc"], cursor: (1, 5)))
        painter.resize(columns: 10, rows: 10)
        // The terminal shows "1234567890", "12345", "> abc" with the cursor in the third line.
        let bytes = String(decoding: painter.paint(frame(live: ["12345678", "> abc"], cursor: (1, 5))), as: UTF8.self)
        #expect(bytes.hasPrefix("\u{1B}[?25l\u{1B}[2A\r\u{1B}[J12345678"))
    }

    @Test func stylesAreSequences() {
        func bytes(_ text: StyledText, _ profile: TerminalProfile) -> String {
            var bytes: [UInt8] = []
            text.append(to: &bytes, profile)
            return String(decoding: bytes, as: UTF8.self)
        }
        let text = StyledText("a") + StyledText("b", .accent) + StyledText("c", .dim)
        #expect(bytes(text, Self.profile) == "a\u{1B}[1;36mb\u{1B}[m\u{1B}[2mc\u{1B}[m")
        var profile = Self.profile
        profile.hasColor = false
        #expect(bytes(text, profile) == "a\u{1B}[1mb\u{1B}[m\u{1B}[2mc\u{1B}[m")
        profile.hasAttributes = false
        #expect(bytes(text, profile) == "abc")
    }

    /// The environment, whether the output is a terminal, and the profile: cursor, color, Unicode.
    static let environments: [([String: String], Bool, [Bool])] = [
        (["TERM": "xterm-256color"], true, [true, true, true]), (["TERM": "xterm"], false, [false, false, true]),
        (["TERM": "dumb"], true, [false, false, true]), ([:], true, [false, false, true]),
        (["TERM": "xterm", "NO_COLOR": "1"], true, [true, false, true]),
        (["TERM": "xterm", "NO_COLOR": ""], true, [true, true, true]),
        (["TERM": "xterm", "LANG": "ja_JP.UTF-8"], true, [true, true, true]),
        (["TERM": "xterm", "LANG": "ja_JP.eucJP"], true, [true, true, false]),
        (["TERM": "xterm", "LANG": "C"], true, [true, true, false]),
        (["TERM": "xterm", "LANG": "C.utf8"], true, [true, true, true]),
        (["TERM": "xterm", "LC_ALL": "C.UTF-8", "LANG": "C"], true, [true, true, true]),
        (["TERM": "xterm", "LANG": "de_DE.UTF-8@euro"], true, [true, true, true]),
    ]

    @Test(arguments: environments) func theEnvironmentDecides(
        environment: [String: String],
        isTerminal: Bool,
        expected: [Bool]
    ) {
        let profile = TerminalProfile(environment: environment, isTerminal: isTerminal)
        #expect([profile.movesCursor, profile.hasColor, profile.hasUnicode] == expected)
        #expect(profile.hasAttributes == profile.movesCursor)
    }
}

/// Random numbers that a seed fixes (xorshift64*).
private struct Dice {
    var state: UInt64

    mutating func next(_ limit: Int) -> Int {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % limit
    }
}
