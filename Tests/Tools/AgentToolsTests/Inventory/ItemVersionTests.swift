import Foundation
import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct ItemVersionTests {
    /// The store keeps milliseconds, none of which may be lost on the way to a model and back.
    @Test func everyMillisecondIsReadBack() throws {
        for milliseconds in 0..<1000 {
            let moment = Date(timeIntervalSince1970: 1_795_000_000 + Double(milliseconds) / 1000)
            let text = ItemVersion.text(moment)
            #expect(text.hasSuffix(String(String(1000 + milliseconds).dropFirst()) + "Z"))
            let read = try #require(try ItemVersion.read(text, for: Caller()))
            #expect((read.timeIntervalSince1970 * 1000).rounded() == (moment.timeIntervalSince1970 * 1000).rounded())
        }
    }
}
