/// Texts for the tests that cut them at every place.
enum JSONCorpus {
    static let whole: [String] = [
        "null", " true ", "[false]", "0", "-12.5e+3 ", "\"\"", "\"a\"", "[]", "{}", "[ ]", "{ }", "[[],{},[[]]]",
        #"{"a":[1,-2.5e1,true,null],"b":"x\u3042\ud83d\ude00\n","c":{"d":[[]],"e":"日本😀"}}"#,
        #"[ "quote \" slash \/ back \\ tab \t" , "é" , "\u0000" , "\u00E9\u20AC" , 1E-400000 ]"#,
        #"{"items":[{"id":9007199254740993,"name":"単3電池"},{"id":-9223372036854775808,"ok":false}],"next":null}"#,
        #"[9223372036854775807,9223372036854775808,-9223372036854775809,123456789012345678901234567890,0.1,1e22,1e23]"#,
        #"{"a":1,"b":{"a":2,"a":[3,{"c":"x","c":{"c":4}}]},"a":{"z":[1]},"a":5}"#,
        "{" + (0..<40).map { "\"name\($0 % 37)\":\($0)" }.joined(separator: " , ") + "}",
        "[" + (0..<80).map(String.init).joined(separator: ",") + "]",
        "\"" + String(repeating: "long text, 長い文 ", count: 60) + "\"",
        String(repeating: "[{\"a\":", count: 40) + "\"deep\"" + String(repeating: "}]", count: 40),
    ]

    static let malformed: [[UInt8]] = faultyTexts.map { Array($0.utf8) } + textsWithFaultyBytes

    private static let faultyTexts: [String] = [
        "", " ", "[", "{", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "\"a", "\"a\\", "\"\\u12", "tru",
        "-",
        "1.", "1e", "1e+", "[1,]", "{,}", "{\"a\":1,}", "{\"a\" 1}", "[1 2]", "nul1", "truefalse", "[truex]", "01",
        "-01", "+1",
        ".5", "1.x", "1e5.5", "--1", "1-2", "0x1F", "1e999", "[9223372036854775808", "[1e999",
        "[-1e99999999999999999999]", "\"\u{1}\"", #""\x""#,
        #""\ud800""#,
        #""\udc00""#, #""\ud800\u0041""#, #""\ud800\n""#, #""\ud83d\ude0g""#, #""\u00g0""#, "1 2", "{} []", "]", "}",
        "[}", "{]",
        "{1:2}", "{\"a\":1 \"b\":2}", "[\"日本", "'a'", "NaN", "Infinity", "[1,,2]", "\"a\"b", "\u{FEFF}{}",
        "{\"a\":tru }",
        "[\"a\tb\"]", "\"\\", "{\"é\":\"\u{0}\"}", "\u{A0}1", "[1]\u{0}",
    ]

    /// A wrong second byte, cut characters, overlong forms, a surrogate, a value beyond U+10FFFF, stray bytes: each in
    /// a whole text, at the end, before an escape and before another fault.
    private static let textsWithFaultyBytes: [[UInt8]] = faultyBytes.flatMap { (fault: [UInt8]) -> [[UInt8]] in
        let before = Array(#"{"key":["日本","0123456789é"#.utf8) + fault
        return [before + Array(#""]}"#.utf8), before, before + [0x5C, 0x6E], before + [0x01]]
    }

    private static let faultyBytes: [[UInt8]] = [
        [0xC3, 0x28], [0xC3], [0xE3, 0x81], [0xE3, 0x81, 0x41], [0xF0, 0x9F, 0x98], [0xC0, 0x80], [0xC1, 0xBF],
        [0xE0, 0x9F, 0xBF],
        [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0x80],
        [0xFF],
    ]
}
