import JSONQuery
import StreamingJSON
import Testing

/// Comparisons, conditions and functions, most of them with the documents of RFC 9535.
@Suite struct FilterTests {
    /// The comparisons of §2.3.5.3, table 11, and others about numbers and strings.
    static let comparisons: [(condition: String, holds: Bool)] = [
        ("$.absent1 == $.absent2", true), ("$.absent1 <= $.absent2", true), ("$.absent == 'g'", false),
        ("$.absent1 != $.absent2", false), ("$.absent != 'g'", true), ("1 <= 2", true), ("1 > 2", false),
        ("13 == '13'", false), ("'a' <= 'b'", true), ("'a' > 'b'", false), ("$.obj == $.arr", false),
        ("$.obj != $.arr", true), ("$.obj == $.obj", true), ("$.obj != $.obj", false), ("$.arr == $.arr", true),
        ("$.arr != $.arr", false), ("$.obj == 17", false), ("$.obj != 17", true), ("$.obj <= $.arr", false),
        ("$.obj < $.arr", false), ("$.obj <= $.obj", true), ("$.arr <= $.arr", true), ("1 <= $.arr", false),
        ("1 >= $.arr", false), ("1 > $.arr", false), ("1 < $.arr", false), ("true <= true", true),
        ("true > true", false),
        ("null == null", true), ("null == $.absent", false), ("null <= null", true), ("true == 1", false),
        ("1 == 1.0", true), ("1 == 10e-1", true), ("-0 == 0", true), ("-0.0 == 0", true), ("1e2 == 100", true),
        // Integers of 64 bits are not rounded to a double.
        ("$.wide == 9007199254740993", true), ("$.wide == 9007199254740992", false),
        ("$.wide > 9007199254740992.0", true), ("$.wide == 9007199254740992.0", false), ("2.5 < 3", true),
        ("3 > 2.5", true), ("-2.5 < -2", true),
        // The order of strings is that of Unicode scalars: U+FF61 is before U+1F600, although its UTF-16 is after.
        (#"'\uff61' < '\ud83d\ude00'"#, true), ("'' < 'a'", true), ("'a' < 'ab'", true), ("'Z' < 'a'", true),
        // Canonically equivalent strings are different.
        (#"'\u00e9' == 'e\u0301'"#, false), (#"'e\u0301' < '\u00e9'"#, true),
        // Members have no order, elements have.
        ("$.two == $.owt", true), ("$.list == $.tsil", false), ("$.list == $.equal", true),
    ]

    static let document = parsed(
        """
        {"obj": {"x": "y"}, "arr": [2, 3], "wide": 9007199254740993, "two": {"a": 1, "b": [null]},
         "owt": {"b": [null], "a": 1.0}, "list": [1, 2], "tsil": [2, 1], "equal": [1.0, 2e0]}
        """
    )

    @Test(arguments: comparisons) func comparison(condition: String, holds: Bool) throws {
        let query = try JSONQuery(parsing: "$.arr[?\(condition)]")
        #expect(try query.values(in: Self.document).isEmpty != holds)
    }

    static let array = #"[3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}]"#
    static let a = #"{"a": \#(array), "o": {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}}, "e": "f"}"#

    static let conditions: [Row] = [
        Row("$.a[?@.b == 'kilo']", a, #"[{"b": "kilo"}]"#, at: ["$['a'][9]"]),
        Row("$.a[?(@.b == 'kilo')]", a, #"[{"b": "kilo"}]"#),
        Row("$.a[?@>3.5]", a, "[5, 4, 6]"),
        Row("$.a[?@.b]", a, #"[{"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}]"#),
        Row("$[?@.*].q", a, "[2]"),
        Row("$[?@[?@.b]]", a, "[\(array)]"),
        Row("$.o[?@<3, ?@<3]", a, "[1, 2, 1, 2]"),
        Row("$.a[?@<2 || @.b == \"k\"]", a, #"[1, {"b": "k"}]"#),
        Row(#"$.a[?match(@.b, "[jk]")]"#, a, #"[{"b": "j"}, {"b": "k"}]"#),
        Row(#"$.a[?search(@.b, "[jk]")]"#, a, #"[{"b": "j"}, {"b": "k"}, {"b": "kilo"}]"#),
        Row("$.o[?@>1 && @<4]", a, "[2, 3]"),
        Row("$.o[?@.u || @.x]", a, #"[{"u": 6}]"#),
        Row("$.a[?@.b == $.x]", a, "[3, 5, 1, 2, 4, 6]"),
        Row("$.a[?@ == @]", a, array),
        // A null is there; an absent member is not.
        Row("$[?@.a]", #"[{"a": null}, {}, {"a": false}]"#, #"[{"a": null}, {"a": false}]"#),
        Row("$[?@.a == null]", #"[{"a": null}, {}]"#, #"[{"a": null}]"#),
        Row("$[?!@.a]", #"[{"a": null}, {}, 1]"#, "[{}, 1]"),
        Row("$[?!(@ == 1)]", "[1, 2]", "[2]"),
        // && binds more tightly than ||.
        Row("$[?@.a || @.b && @.c]", #"[{"a": 0}, {"b": 0}, {"b": 0, "c": 0}]"#, #"[{"a": 0}, {"b": 0, "c": 0}]"#),
        Row("$[?(@.a || @.b) && @.c]", #"[{"a": 0}, {"b": 0}, {"b": 0, "c": 0}]"#, #"[{"b": 0, "c": 0}]"#),
        Row("$[?@[0]==1 ]", "[[1], [2]]", "[[1]]"),
        Row("$[?$[0] == @]", "[[1], [1], 2]", "[[1], [1]]"),
        Row("$.x[?@..z]", #"{"x": [{"y": {"z": 1}}, {"y": 2}]}"#, #"[{"y": {"z": 1}}]"#),
        Row("$.x[?@.a\n==\t1\r]", #"{"x": [{"a": 1}]}"#, #"[{"a": 1}]"#),
    ]

    static let functions: [Row] = [
        Row("$[?length(@) == 2]", #"["ab", [1, 2], {"a": 1, "b": 2}, 2, null]"#, #"["ab", [1, 2], {"a": 1, "b": 2}]"#),
        // Length counts Unicode scalars: neither bytes nor what a reader sees as one character.
        Row(
            "$[?length(@) == 2]",
            "[\"e\u{301}\", \"\u{E9}\", \"\u{1F600}\u{1F600}\"]",
            "[\"e\u{301}\", \"\u{1F600}\u{1F600}\"]"
        ),
        Row("$[?length(@.a) == length(@.b)]", #"[{}, {"a": 1}, {"a": "x"}]"#, #"[{}, {"a": 1}]"#),
        Row("$[?count(@.*) == 1]", #"[{"a": 1}, [1, 2], [1], 1]"#, #"[{"a": 1}, [1]]"#),
        Row("$[?count(@['a', 'a']) == 2]", #"[{"a": 1}]"#, #"[{"a": 1}]"#),
        Row(
            "$[?value(@..c) == 'red']",
            #"[{"a": {"c": "red"}}, {"c": "red", "a": {"c": "red"}}]"#,
            #"[{"a": {"c": "red"}}]"#
        ),
        Row("$[?value(@.*) == value(@.none)]", #"[[], [null], [1, 2]]"#, "[[], [1, 2]]"),
        Row("$[?length(value(@..c)) < 3]", #"[{"c": "ab"}, {"c": "abc"}]"#, #"[{"c": "ab"}]"#),
        Row("$[?match(@, $[0])]", #"["a.", "ab", "abc"]"#, #"["a.", "ab"]"#),
        Row(
            "$[?match(@.a, @.b)]",
            #"[{"a": "x", "b": "[xy]"}, {"a": "x", "b": "z"}, {"a": "x", "b": 1}]"#,
            #"[{"a": "x", "b": "[xy]"}]"#
        ),
        Row("$[?!search(@, 'b')]", #"["abc", "ac", 1]"#, #"["ac", 1]"#),
    ]

    @Test(arguments: conditions + functions) func nodesThatMeetACondition(row: Row) throws {
        let nodes = try JSONQuery(parsing: row.query).nodes(in: row.document)
        #expect(JSONValue.array(nodes.map(\.value)) == row.values)
        if let paths = row.paths { #expect(nodes.map(\.normalizedPath) == paths) }
    }
}
