import StreamingJSON
import Testing

@Suite struct JSONVisibleExtentTests {
    /// A consumer that caches a snapshot relies on this: as long as the extent is the same, the content shown is the
    /// same.
    @Test(arguments: [
        #"{"a":[[1],[2,[]],[{}]],"b":{"c":"größer \u00e4 \n","d":{"e":null}},"f":"","g":true,"h":-1.5e3}"#,
        #"{"a":{"x":1},"b":2,"a":{"x":[1,"two"]},"b":"three","c":[]}"#,
        #"[[],[],[[],[]],"","a",["b"],1,2,{"":{}}]"#,
        #" "a text \u0061lone" "#,
    ])
    func theSameExtentShowsTheSameContent(text: String) throws {
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
