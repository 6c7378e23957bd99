import Storage
import Testing

@Suite struct OwnerTests {
    /// Each text is read as these halves, and is the text of the owner that they make.
    @Test(arguments: [
        ("app", "app", nil), ("app/anna", "app", "anna"), ("app/a/b", "app", "a/b"), ("a/ ", "a", " "),
        ("9f3c2a10-4b6e-4c1d-8f2a-0d9e8c7b6a51", "9f3c2a10-4b6e-4c1d-8f2a-0d9e8c7b6a51", nil),
        ("preset:client:preset", "preset:client:preset", nil), ("é/ü", "é", "ü"), ("a/\u{301}b", "a", "\u{301}b"),
    ])
    func textsAreReadAndWritten(text: String, client: String, user: String?) {
        #expect(Owner(text: text) == Owner(client: client, user: user))
        #expect(Owner(client: client, user: user).text == text)
        #expect(Owner(stored: text) == Owner(client: client, user: user))
        #expect("\(Owner(client: client, user: user))" == text)
    }

    /// A text without one of the halves is no owner; a stored one remains the key of its rows.
    @Test(arguments: ["", "/", "//", "/anna", "app/"])
    func aTextWithAnEmptyHalfIsNoOwner(text: String) {
        #expect(Owner(text: text) == nil)
        #expect(Owner(stored: text).text == text)
    }

    @Test(arguments: [
        (Owner(client: "a"), Owner(client: "a"), true, true), (Owner(client: "a"), Owner(client: "b"), false, false),
        (Owner(client: "a"), Owner(client: "a", user: "u"), true, false),
        (Owner(client: "a"), Owner(client: "ab", user: "u"), false, false),
        (Owner(client: "a", user: "u"), Owner(client: "a"), false, false),
        (Owner(client: "a", user: "u"), Owner(client: "a", user: "u"), true, true),
        (Owner(client: "a", user: "u"), Owner(client: "a", user: "v"), false, false),
    ])
    func aClientIncludesItsUsersAndOnlyTheErasureOfEverythingReachesThem(
        owner: Owner,
        other: Owner,
        includes: Bool,
        isOfConversations: Bool
    ) {
        #expect(owner.includes(other) == includes)
        #expect(ErasureScope.everything.reaches(other, from: owner) == includes)
        #expect(ErasureScope.conversations.reaches(other, from: owner) == isOfConversations)
    }
}
