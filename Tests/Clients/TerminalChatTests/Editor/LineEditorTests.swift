import Testing

@testable import TerminalChat

@Suite struct LineEditorTests {
    /// Returns an editor with a text, `|` at the cursor.
    private func editor(_ text: String, history: [String] = []) -> LineEditor {
        var editor = LineEditor(history: MessageHistory(history))
        let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        editor.replace(with: String(parts[0]) + (parts.count > 1 ? parts[1] : ""))
        for _ in 0..<(parts.count > 1 ? parts[1].count : 0) { _ = editor.handle(.left) }
        return editor
    }

    private func shown(_ editor: LineEditor) -> String {
        String(editor.characters[..<editor.cursor]) + "|" + String(editor.characters[editor.cursor...])
    }

    /// A text, keys, and the text after them.
    static let edits: [(String, [Key], String)] = [
        ("|", [.text("日"), .text("本語")], "日本語|"),
        ("a|b", [.text("漢")], "a漢|b"), ("日本|", [.backspace], "日|"), ("日|本", [.delete], "日|"),
        ("|", [.backspace, .delete], "|"),
        ("👩\u{200D}💻|", [.backspace], "|"), ("🇯🇵|🇫🇷", [.backspace], "|🇫🇷"), ("か|", [.text("\u{3099}"), .backspace], "|"),
        ("e|x", [.text("\u{301}")], "e\u{301}|x"), ("👩|", [.text("\u{200D}💻"), .left], "|👩\u{200D}💻"),
        ("ab|", [.left, .left, .left, .text("x")], "x|ab"), ("|ab", [.right, .right, .right, .text("x")], "abx|"),
        ("one two|", [.home, .text("x")], "x|one two"), ("o|ne", [.end, .text("x")], "onex|"),
        ("a\nb|c\nd", [.home], "a\n|bc\nd"), ("a\nb|c\nd", [.end], "a\nbc|\nd"), ("o|ne", [.control("a")], "|one"),
        ("o|ne", [.control("e")], "one|"),
        ("one two|", [.wordLeft], "one |two"), ("one two |", [.wordLeft, .wordLeft], "|one two "),
        ("|one two", [.wordRight], "one| two"),
        ("日本語のテスト|", [.wordLeft], "日本語の|テスト"), ("日本語のテスト|", [.wordLeft, .wordLeft], "日本語|のテスト"),
        ("one tw|o", [.control("k")], "one tw|"), ("a|\nb", [.control("k")], "a|b"),
        ("one tw|o", [.control("u")], "|o"),
        ("one two|", [.control("w")], "one |"), ("one two.three|", [.altBackspace], "one two.|"),
        ("|one two", [.alt("d")], "| two"),
        ("one two|", [.control("w"), .control("w"), .control("y")], "one two|"),
        ("ab|", [.control("u"), .control("y"), .control("y")], "abab|"),
        ("ab|", [.control("w"), .text("x"), .control("w"), .control("y")], "x|"), ("ab|", [.control("t")], "ba|"),
        ("a|b", [.control("t")], "ba|"),
        ("a|b", [.newLine], "a\n|b"), ("a\\|", [.enter], "a\n|"), ("|", [.paste("x\ny")], "x\ny|"),
        ("ab\ncd|", [.up], "ab|\ncd"), ("abc\nd|", [.up], "a|bc\nd"), ("a|b\ncd", [.down], "ab\nc|d"),
        ("abc|\nd", [.down], "abc\nd|"),
        ("x|", [.control("d")], "x|"), ("|x", [.control("d")], "|"), ("x|", [.control("c")], "|"),
        ("|", [.text("a\u{1B}[31m\u{202E}b")], "a[31mb|"),
    ]

    @Test(arguments: edits) func keysEdit(text: String, keys: [Key], expected: String) {
        var editor = editor(text)
        for key in keys { #expect(editor.handle(key) == .handled) }
        #expect(shown(editor) == expected)
    }

    @Test func keysThatLeaveTheEditor() {
        var editor = editor("question|")
        #expect(editor.handle(.enter) == .submitted("question"))
        #expect(editor.isEmpty)
        #expect(editor.handle(.control("c")) == .interrupted)
        #expect(editor.handle(.control("d")) == .ended)
        #expect(editor.handle(.tab) == .unknown)
        #expect(editor.handle(.control("g")) == .unknown)
    }

    @Test func theTextHasALimit() {
        var editor = LineEditor()
        let text = String(repeating: "漢", count: LineEditor.limit + 5)
        #expect(editor.handle(.paste(text)) == .full)
        #expect(editor.characters.count == LineEditor.limit)
        #expect(editor.handle(.text("x")) == .full)
        #expect(editor.handle(.backspace) == .handled)
        #expect(editor.handle(.text("x")) == .handled)
    }

    /// Text that arrives in any pieces is the same text.
    @Test func piecesOfCharactersJoin() {
        let text = "か\u{3099}👩\u{200D}💻🇯🇵e\u{301}\u{1112}\u{1161}\u{11AB}"
        var editor = LineEditor()
        for scalar in text.unicodeScalars { #expect(editor.handle(.text(String(scalar))) == .handled) }
        #expect(editor.text == text)
        #expect(editor.characters.count == text.count)
        #expect(editor.cursor == text.count)
    }

    @Test func theHistoryIsSearchedByTheTypedStart() {
        var editor = editor("|", history: ["list items", "weather in Tokyo", "list contacts", "list contacts"])
        _ = editor.handle(.up)
        #expect(editor.text == "list contacts")
        _ = editor.handle(.up)
        #expect(editor.text == "weather in Tokyo")
        _ = editor.handle(.up)
        _ = editor.handle(.up)
        #expect(editor.text == "list items")
        _ = editor.handle(.down)
        _ = editor.handle(.down)
        #expect(editor.text == "list contacts")
        _ = editor.handle(.down)
        #expect(editor.text == "")
        _ = editor.handle(.text("wea"))
        _ = editor.handle(.up)
        #expect(shown(editor) == "weather in Tokyo|")
        _ = editor.handle(.up)
        #expect(editor.text == "weather in Tokyo")
        _ = editor.handle(.down)
        #expect(editor.text == "wea")
        _ = editor.handle(.down)
        #expect(editor.text == "wea")
        // A change makes the shown message a new draft.
        _ = editor.handle(.up)
        _ = editor.handle(.text("!"))
        _ = editor.handle(.up)
        #expect(editor.text == "weather in Tokyo!")
    }

    @Test func theHistoryKeepsWhatDiffers() {
        var history = MessageHistory(["a"])
        let added = ["a", " ", "b", String(repeating: "x", count: 20_000), "a"].map { history.append($0) }
        #expect(added == [false, false, true, false, true])
        #expect(history.messages == ["a", "b", "a"])
        for number in 0..<1200 { _ = history.append("\(number)") }
        #expect(history.messages.count == MessageHistory.limit)
        #expect(history.messages.last == "1199")
    }

    @Test func theHistorySurvivesItsFile() {
        let messages = ["one", "two\nlines", "日本語 \"quoted\" \\", "\u{1B}[31m"]
        let file = MessageHistory(messages).file
        #expect(file.split(separator: "\n").count == 4)
        #expect(MessageHistory(file: file).messages == messages)
        #expect(MessageHistory(file: "no json\n\"x\"\n17\n").messages == ["x"])
    }
}
