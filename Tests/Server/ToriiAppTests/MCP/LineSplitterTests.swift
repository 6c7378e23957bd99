import Testing

@testable import ToriiApp

@Suite struct LineSplitterTests {
    @Test func everySplitYieldsTheSameLines() {
        let text = Array("{\"a\":1}\r\n\n  \nlonger than ten\nab\n\tc".utf8)
        let expected: [LineSplitter.Line] = [
            .bytes(Array("{\"a\":1}".utf8)), .tooLong, .bytes(Array("ab".utf8)), .bytes(Array("\tc".utf8)),
        ]
        for first in 0...text.count {
            for second in first...text.count {
                var splitter = LineSplitter(longest: 10)
                var lines = splitter.feed(text[..<first])
                lines += splitter.feed(text[first..<second])
                lines += splitter.feed(text[second...])
                lines += splitter.finish()
                #expect(lines == expected, "\(first), \(second)")
            }
        }
    }

    @Test func aLineMayHaveTheWholeLength() {
        var splitter = LineSplitter(longest: 3)
        #expect(splitter.feed(Array("abc\nabcd\nab".utf8)) == [.bytes(Array("abc".utf8)), .tooLong])
        #expect(splitter.feed(Array("cd".utf8)).isEmpty)
        #expect(splitter.finish() == [.tooLong])
        #expect(splitter.finish().isEmpty)
    }
}
