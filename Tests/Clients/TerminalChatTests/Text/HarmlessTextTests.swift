import StreamingJSON
import Testing

@testable import TerminalChat

@Suite struct HarmlessTextTests {
    /// Texts that would control a terminal.
    static let attacks = [
        "\u{1B}[2J\u{1B}[H", "\u{1B}]0;title\u{7}", "\u{1B}]52;c;aGk=\u{1B}\\", "\u{9B}31m", "\u{9D}8;;x\u{9C}", "a\rb",
        "a\u{8}b",
        "\u{202E}evil\u{202C}", "\u{2066}x\u{2069}", "\u{0}\u{7}\u{7F}", "\u{1B}P+q544e\u{1B}\\", "x\u{200F}y",
        "\u{85}\u{84}",
    ]

    @Test(arguments: attacks) func nothingThatIsDrawnControlsTheTerminal(text: String) {
        let profile = TerminalProfile(movesCursor: true, hasColor: false, hasAttributes: false, hasUnicode: true)
        var bytes: [UInt8] = []
        StyledText(text).append(to: &bytes, profile)
        let drawn = String(decoding: bytes, as: UTF8.self)
        #expect(drawn.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        #expect(drawn.unicodeScalars.allSatisfy { !$0.properties.isBidiControl })
    }

    @Test(arguments: attacks) func textForAPipeHasNoControls(text: String) {
        let clean = text.withoutControls
        #expect(clean.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        // However the text is cut, the result is the same.
        let pieces = text.unicodeScalars.map { String($0).withoutControls }
        #expect(pieces.joined() == clean)
    }

    @Test(arguments: attacks) func jsonForATerminalHasTheSameValue(text: String) throws {
        let json = JSONValue.object(["text": .string(text), text: 1])
        let shown = json.serialized().asHarmlessJSON
        #expect(
            shown.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && !$0.properties.isBidiControl
            }
        )
        #expect(try JSONValue(parsing: shown) == json)
    }

    @Test(arguments: ["plain", "tab\tand\nline", "日本語、か\u{3099}", "👩\u{200D}💻 ☀\u{FE0F} 🇯🇵", "العربية", "नमस्ते"])
    func ordinaryTextIsUnchanged(text: String) {
        #expect(text.harmless == text)
        #expect(text.withoutControls == text)
        #expect(text.asHarmlessJSON == text)
    }

    @Test func aLineHasSpacesForTabsAndLineBreaks() {
        #expect("a\tb\nc\r\nd\u{2028}e".harmlessLine == "a b c d e")
    }
}
