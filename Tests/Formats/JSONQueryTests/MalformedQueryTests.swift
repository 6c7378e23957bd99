import JSONQuery
import Testing

/// Queries that are refused, with the offset and the kind of the first fault.
@Suite struct MalformedQueryTests {
    static let malformed: [(text: String, offset: Int)] = [
        ("", 0), (" $", 0), ("$ ", 1), ("$\n", 1), ("a", 0), ("@", 0), ("$a", 1), ("$.", 2), ("$..", 3), ("$...a", 3),
        ("$. a", 2), ("$.. a", 3), ("$.a.", 4), ("$.1a", 2), ("$.a-b", 3), ("$.'a'", 2), ("$.[0]", 2), ("$.&", 2),
        ("$.\u{E9}\u{1F600}!", 8),
        // Brackets
        ("$[", 2), ("$[]", 2), ("$[ ]", 3), ("$[0", 1), ("$[0,]", 4), ("$[,0]", 2), ("$[0 1]", 4), ("$[a]", 2),
        ("$[0]]", 4),
        ("$[$]", 2), ("$[@.a]", 2), ("$[true]", 2), ("$[1.0]", 3), ("$[1e2]", 3),
        // Integers
        ("$[-0]", 2), ("$[01]", 2), ("$[-01]", 2), ("$[-]", 3), ("$[+1]", 2), ("$[9007199254740992]", 2),
        ("$[-9007199254740992]", 2), ("$[99999999999999999999999]", 2), ("$[0:01]", 4), ("$[0:1:-0]", 6),
        ("$[0:1:2:3]", 7), ("$[0:9007199254740992]", 4), ("$[::1.0]", 5),
        // Strings
        ("$['a]", 2), ("$['\\", 4), ("$['\\'", 2), ("$['\n']", 3), ("$['\u{1F}']", 3), (#"$['\"']"#, 3),
        (#"$["\'"]"#, 3),
        (#"$['\a']"#, 3), (#"$['\U0041']"#, 3), (#"$['\u004']"#, 8), (#"$['\ud800']"#, 3), (#"$['\ud800\u0041']"#, 3),
        (#"$['\udc00']"#, 3), (#"$['\ud800\ud800']"#, 3), (#"$['\u00\u0041']"#, 7),
        // Filters
        ("$[?]", 3), ("$?@.a", 1), ("$[?true]", 3), ("$[?1]", 3), ("$[?'a']", 3), ("$[?@.a = 1]", 7),
        ("$[?@.a === 1]", 9),
        ("$[?@.a == ]", 10), ("$[?== 1]", 3), ("$[?@.a <> 1]", 8), ("$[?@.a & @.b]", 7), ("$[?@.a | @.b]", 7),
        ("$[?@.a && ]", 10), ("$[?|| @.a]", 3), ("$[?!!@.a]", 4), ("$[?!@.a == 1]", 4), ("$[?!1 == 1]", 4),
        ("$[?()]", 4),
        ("$[?(@.a]", 7), ("$[?(@.a", 3), ("$[?@.a)]", 6), ("$[?(@.a) == 1]", 9), ("$[?1 == (@.a)]", 8),
        ("$[?1 < 2 < 3]", 9),
        ("$[?@.a == 'x", 10), ("$[?@.a == x]", 10), ("$[?@.a == True]", 10), ("$[?@.a == nul]", 10),
        ("$[?@ == [1]]", 8),
        ("$[?@ == {}]", 8), ("$[?@ == 01]", 8), ("$[?@ == 1.]", 8), ("$[?@ == .5]", 8), ("$[?@ == +1]", 8),
        ("$[?@ == 1e]", 8),
        ("$[?@ == 1e999]", 8), ("$[?@ == -]", 8), ("$[?@.a, ?]", 9), ("$[?a.b]", 3), ("$[?.a]", 3),
        // Functions
        ("$[?foo(@)]", 3), ("$[?Length(@) > 1]", 3), ("$[?length (@) > 1]", 9), ("$[?length == 1]", 9),
        ("$[?length(@ > 1]", 12),
        ("$[?length(,@) > 1]", 10), ("$[?length(@,) > 1]", 12), ("$[?match(@ 'a')]", 11),
        ("$[?length(@ == 1) > 1]", 12),
        ("$[?count((@.a)) > 1]", 9), ("$[?count(@.a", 12),
    ]

    @Test(arguments: malformed) func offsetOfTheFault(text: String, offset: Int) {
        let error = #expect(throws: JSONQueryError.self) { _ = try JSONQuery(parsing: text) }
        #expect(error?.code == .malformed)
        #expect(error?.offset == offset, "\(error?.description ?? "")")
    }

    static let badTypes: [(text: String, offset: Int)] = [
        ("$[?@.* == 1]", 3), ("$[?1 == @..a]", 8), ("$[?@[0, 1] == 1]", 3), ("$[?@[0:1] == 1]", 3),
        ("$[?@[?@.a] == 1]", 3),
        ("$[?$.* < 1]", 3), ("$[?length(@)]", 3), ("$[?!count(@.*)]", 4), ("$[?value(@.a)]", 3),
        ("$[?match(@, 'a') == true]", 3), ("$[?true == search(@, 'a')]", 11), ("$[?length(@.*) > 1]", 10),
        ("$[?count(1) > 1]", 9),
        ("$[?count('a') > 1]", 9), ("$[?count(length(@)) > 1]", 9), ("$[?value(true) > 1]", 9), ("$[?length() > 1]", 3),
        ("$[?length(@, @) > 1]", 3), ("$[?match(@)]", 3), ("$[?match(@, 'a', 'b')]", 3), ("$[?match(@.*, 'a')]", 9),
        ("$[?search(@, @..a)]", 13), ("$[?length(match(@, 'a')) > 1]", 10), ("$[?count() > 1]", 3),
    ]

    @Test(arguments: badTypes) func offsetOfTheWrongType(text: String, offset: Int) {
        let error = #expect(throws: JSONQueryError.self) { _ = try JSONQuery(parsing: text) }
        #expect(error?.code == .badType)
        #expect(error?.offset == offset, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        "$ .a\t[0]\n['b']", "$[ 'a' , 0 , : , * , ? @ ]", "$[?@ .a]", "$[? ! @.a]", "$[?! (@.a)]", "$[?( @.a )]",
        "$[?@.a==1||@.b]",
        "$[?length( @ ) > 1]", "$[?match( @ , 'a' )]", "$[?count(@[?@.a]) > 0]", "$[?length(length('a')) > 1]",
        "$[?@==-0.0e-0]",
        "$[?@==1E+2]", "$._", "$.\u{1F600}", "$.true", "$[?@.true==true]", #"$['\/\\\b\f\n\r\t\u00E9\uD83D\uDE00']"#,
        "$[\"\u{7F}\"]",
        "$[-9007199254740991]", "$[?$]", "$[?@]", "$[?match('', '[')]",
    ])
    func unusualButWellFormed(text: String) throws {
        #expect(try JSONQuery(parsing: text).text == text)
    }

    @Test func sentences() {
        let error = #expect(throws: JSONQueryError.self) { _ = try JSONQuery(parsing: "$.a.*x") }
        #expect(
            error?.description
                == "At byte 5 of the JSONPath query: Only '.', '..' or '[' can continue a query. "
                + "Write names with other characters as in ['my name']."
        )
    }
}
