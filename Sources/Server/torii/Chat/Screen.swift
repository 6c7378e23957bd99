import Foundation
import TerminalChat

/// The screen of a chat: the painter, and the surroundings of drawings.
struct Screen {
    /// Whether text is only appended.
    let isPlain: Bool
    private let profile: TerminalProfile
    private let language: ChatLanguage
    private var painter: ScreenPainter
    private var probeState = WidthProbe()
    private var isPrompted = false

    /// Makes the screen of this process's terminal.
    init(_ profile: TerminalProfile, language: ChatLanguage, isPlain: Bool) {
        self.profile = profile
        self.language = language
        self.isPlain = isPlain
        let size = RawTerminal.size
        painter = ScreenPainter(columns: size.columns, rows: size.rows, profile)
    }

    /// The surroundings of a drawing, now.
    var drawing: Drawing {
        Drawing(
            columns: painter.columns,
            rules: painter.rules,
            hasUnicode: profile.hasUnicode,
            language: language,
            timeZone: .current,
            now: Date()
        )
    }

    /// Asks the terminal for its widths.
    func probe() {
        if !isPlain { RawTerminal.write(probeState.request) }
    }

    /// Accepts a reply of the terminal.
    mutating func accept(column: Int) { probeState.accept(column: column, into: &painter.rules) }

    /// Draws the next frame of a chat.
    mutating func draw(_ machine: inout ChatMachine, at now: Duration) {
        guard isPlain else {
            return draw(machine.frame(drawing, rows: painter.size.rows, at: now))
        }
        let frame = machine.frame(drawing, rows: painter.size.rows, at: now)
        // Lines that arrive while the person types start on a line of their own.
        var text = frame.printed.isEmpty || !isPrompted ? "" : "\n"
        text += frame.printed.map { $0.text + "\n" }.joined()
        if !frame.printed.isEmpty { isPrompted = false }
        if !isPrompted, let prompt = machine.plainPrompt(drawing) {
            text += prompt
            isPrompted = true
        }
        if !text.isEmpty { RawTerminal.write(text) }
    }

    /// Draws a frame.
    mutating func draw(_ frame: Frame) {
        let bytes = painter.paint(frame)
        if !bytes.isEmpty { RawTerminal.write(bytes) }
    }

    /// Notes that the person has ended a line of a plain terminal.
    mutating func endLine() { isPrompted = false }

    /// Reads the terminal's new size.
    mutating func resize() {
        let size = RawTerminal.size
        painter.resize(columns: size.columns, rows: size.rows)
    }

    /// Clears the terminal.
    mutating func clear() {
        guard !isPlain else { return }
        RawTerminal.write("\u{1B}[H\u{1B}[2J")
        painter.forget()
    }

    /// Forgets what is on the screen, because another program wrote there.
    mutating func forget() { painter.forget() }

    /// Passes a text to the terminal's clipboard (OSC 52).
    func copy(_ text: String) {
        guard !isPlain else { return }
        RawTerminal.write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}")
    }

    /// Returns the bytes that remove the live lines.
    mutating func finish() -> [UInt8] { isPlain ? [] : painter.finish() }
}
