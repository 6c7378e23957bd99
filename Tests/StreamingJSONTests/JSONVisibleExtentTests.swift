import StreamingJSON
import Testing

@Suite struct JSONVisibleExtentTests {
    /// Whoever keeps what he has read of a snapshot relies on this: with the extent the same, so is all that can be seen.
    @Test(arguments: [
        #"{"a":[[1],[2,[]],[{}]],"b":{"c":"größer \u00e4 \n","d":{"e":null}},"f":"","g":true,"h":-1.5e3}"#,
        #"{"a":{"x":1},"b":2,"a":{"x":[1,"two"]},"b":"three","c":[]}"#,
        #"[[],[],[[],[]],"","a",["b"],1,2,{"":{}}]"#,
        #" "a text \u0061lone" "#,
    ])
    func withTheSameExtentTheSameIsSeen(text: String) throws {
        var parser = JSONStreamParser()
        var extent = parser.visibleExtent
        var snapshot = parser.snapshot
        var sameCount = 0
        for byte in text.utf8 {
            try parser.feed(CollectionOfOne(byte))
            if parser.visibleExtent == extent {
                #expect(parser.snapshot == snapshot)
                sameCount += 1
            }
            (extent, snapshot) = (parser.visibleExtent, parser.snapshot)
        }
        #expect(sameCount > 0)
        #expect(parser.snapshot?.isComplete == true)
    }
}
