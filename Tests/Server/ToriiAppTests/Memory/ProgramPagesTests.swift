import Testing

@testable import ToriiApp

@Suite struct ProgramPagesTests {
    /// The test's own program continues, because the kernel maps each page again.
    @Test func releasedPagesAreReadAgain() {
        let text = "The text of a constant that is in a page of the program's file"
        let length = text.utf8.count
        for _ in 0..<10 {
            let bytes = ProgramPages.release(LogCapture().logger)
            #expect(bytes >= 0)
            #expect(text.utf8.count == length && text.hasSuffix("file"))
        }
    }
}
