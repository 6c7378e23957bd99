import Foundation
import Testing

@testable import StreamSafeText

@Suite struct StreamSafeProcessTests {
    /// Applies UAX15-D4 word for word, with Foundation's normalization.
    private func plainProcess(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            let classes = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.map {
                $0.properties.canonicalCombiningClass != .notReordered
            }
            if count + classes.prefix(while: \.self).count > 30 {
                result.append("\u{34F}")
                count = 0
            }
            result.append(scalar)
            if classes.contains(false) {
                count = classes.reversed().prefix(while: \.self).count
            } else {
                count += classes.count
            }
        }
        return String(result)
    }

    static let texts = [
        "", "plain", "é", "日本語のテキスト",
        "x" + String(repeating: "\u{301}\u{316}", count: 200),
        String(repeating: "\u{301}", count: 30), String(repeating: "\u{301}", count: 31),
        "é" + String(repeating: "\u{301}", count: 29), "é" + String(repeating: "\u{301}", count: 30),
        "ᾂ" + String(repeating: "\u{344}", count: 13), "ᾂ" + String(repeating: "\u{344}", count: 14),
        String(repeating: "\u{F73}", count: 40), String(repeating: "\u{FF9E}", count: 64),
        String(repeating: "コ\u{3099}", count: 40), String(repeating: "e\u{301}", count: 60),
        String(repeating: "\u{301}", count: 90) + "\u{34F}" + String(repeating: "\u{1D165}", count: 90),
        "㌞" + String(repeating: "\u{309A}", count: 31), String(repeating: "a", count: 27) + "\u{301}",
    ]

    @Test(arguments: texts)
    func insertsJoinersAsInTheStandard(text: String) {
        let expected = plainProcess(text)
        #expect(text.streamSafe.utf8.elementsEqual(expected.utf8))
        #expect(expected.isStreamSafe)
        #expect(text.isStreamSafe == text.utf8.elementsEqual(expected.utf8))
        var bytes = Array(text.utf8)
        bytes.makeStreamSafe()
        #expect(bytes == Array(expected.utf8))
    }

    @Test(arguments: texts)
    func resultDoesNotDependOnTheCuts(text: String) {
        let scalars = Array(text.unicodeScalars)
        for length in [1, 2, 3, 7, 13, 40] {
            var process = StreamSafeProcess()
            var result = ""
            for start in stride(from: 0, to: scalars.count, by: length) {
                let piece = scalars[start..<min(start + length, scalars.count)]
                result += process.next(String(String.UnicodeScalarView(piece)))
            }
            #expect(result.utf8.elementsEqual(text.streamSafe.utf8), "pieces of \(length)")
        }
    }

    @Test func randomTextsOfMarksAgreeWithTheStandard() {
        var generator = LinearCongruence(state: 14)
        let scalars: [Unicode.Scalar] = [
            "a", "é", "ᾂ", "\u{301}", "\u{316}", "\u{344}", "\u{F73}", "\u{FF9E}", "日", "\u{34F}", "\u{1D165}",
            "\u{3099}",
        ]
        for _ in 0..<300 {
            var text = String.UnicodeScalarView()
            // Mostly marks, so that there are long runs.
            for _ in 0..<Int.random(in: 0..<200, using: &generator) {
                let isMark = Int.random(in: 0..<40, using: &generator) > 0
                let choice = isMark ? 3..<8 : scalars.indices
                text.append(scalars[Int.random(in: choice, using: &generator)])
            }
            #expect(String(text).streamSafe.utf8.elementsEqual(plainProcess(String(text)).utf8))
        }
    }

    @Test func tableAgreesWithFoundationsNormalization() {
        var differing: [String] = []
        for value in UInt32(0xA0)..<0x30000 {
            guard let scalar = Unicode.Scalar(value), !(0x3400...0x9FFF).contains(value),
                !(0xAC00...0xD7A3).contains(value),
                // The table, the standard library and Foundation use different Unicode versions.
                let age = scalar.properties.age, age.major < 16
            else { continue }
            let classes = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.map {
                $0.properties.canonicalCombiningClass != .notReordered
            }
            let found = NonStarters(of: scalar)
            if found.leading != classes.prefix(while: \.self).count
                || found.trailing != classes.reversed().prefix(while: \.self).count
            {
                differing.append(String(value, radix: 16))
            }
        }
        #expect(differing.isEmpty)
    }

    @Test(arguments: [[], [0xCC], [0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xED, 0xA0, 0x80]])
    func bytesThatAreNotUTF8CountAsStarters(fault: [UInt8]) {
        let marks = Array(String(repeating: "\u{301}", count: 40).utf8)
        var bytes = marks + fault + marks
        bytes.makeStreamSafe()
        #expect(bytes.withUnsafeBufferPointer(\.isStreamSafe))
        #expect(bytes.filter { $0 == 0x8F }.count == 2)
    }

    /// Without the joiners, these comparisons take minutes.
    @Test(.timeLimit(.minutes(1)))
    func longRunsAreComparedInLinearTime() {
        let marks = String(repeating: "\u{301}\u{316}", count: 1 << 18).streamSafe
        #expect(marks != marks + "x")
        #expect(Set([marks, marks + "x"]).count == 2)
        #expect(marks.lowercased() == marks)
    }

    @Test(arguments: [(0, ""), (1, "a"), (2, "a"), (3, "aé"), (6, "aé日"), (9, "aé日"), (10, "aé日🙂"), (99, "aé日🙂")])
    func prefixEndsBetweenScalars(limit: Int, expected: String) {
        #expect("aé日🙂".prefix(utf8Count: limit) == expected)
    }
}

/// Knuth's linear congruential generator.
private struct LinearCongruence: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 32
    }
}
