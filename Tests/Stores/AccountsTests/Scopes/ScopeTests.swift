import Accounts
import KeyVault
import OwnerLiterals
import Testing

@Suite struct ScopeTests {
    @Test(arguments: [
        ("chat", Scope.chat), ("extract", .extract), ("tools:*", .allTools), ("tools:searchWeb", .tool("searchWeb")),
        ("tools:my-tool_2.x", .tool("my-tool_2.x")), ("admin:keys", .adminKeys), ("admin:clients", .adminClients),
        ("admin:read", .adminRead), ("users", .users), ("admin:users", .adminUsers),
    ])
    func wordsAreReadAndWritten(text: String, scope: Scope) throws {
        #expect(try Scope(text) == scope)
        #expect(scope.description == text)
    }

    @Test(arguments: [
        ("chats", "chat"), ("Chat", "chat"), ("", "chat"), ("admin:key", "admin:keys"), ("admin", "admin:"),
        ("admin:client", "admin:clients"), ("tool:*", "tools:*"), ("tools:", "tools:*"), ("tools:a b", "tools:"),
        ("tools:**", "tools:*"), ("extracts", "extract"), (" chat", "chat"),
    ])
    func unknownWordsSuggestTheMostSimilarOne(text: String, nearest: String) {
        let error = #expect(throws: AccountsError.self) { try Scope(text) }
        #expect(error?.code == .invalidClient)
        #expect(error?.message.contains("did you mean \(nearest)") == true, "\(error?.message ?? "")")
    }

    @Test func aMegabyteIsNoScopeAndNotRepeated() {
        let error = #expect(throws: AccountsError.self) { try Scope(String(repeating: "x", count: 1_000_000)) }
        #expect((error?.message.utf8.count ?? .max) < 300)
    }

    /// The scopes of the holder, the required scope, and whether they include it.
    @Test(arguments: [
        ([Scope.chat], Scope.chat, true), ([.chat], .extract, false), ([.chat], .tool("a"), false),
        ([.allTools], .tool("a"), true), ([.tool("a")], .tool("a"), true), ([.tool("a")], .tool("b"), false),
        ([.tool("a")], .allTools, false), ([.tool("a"), .chat], .chat, true), ([.adminKeys], .adminRead, false),
        ([.adminKeys, .adminRead], .adminRead, true), ([], .chat, false),
    ])
    func scopesCover(held: [Scope], needed: Scope, isEnough: Bool) {
        #expect(Set(held).cover(needed) == isEnough)
        #expect(Principal(owner: "c", name: "c", scopes: Set(held)).may(needed) == isEnough)
    }

    @Test func aClientWithAnAdministrativeScopeIsAnAdministrator() {
        #expect(Principal(owner: "c", name: "c", scopes: Scope.forClients).kind == .client)
        #expect(Principal(owner: "c", name: "c", scopes: [.chat, .adminRead]).kind == .admin)
        #expect(Principal.Kind.admin.scopes.allSatisfy { $0.isAdministrative })
        #expect(!Principal.Kind.client.scopes.contains { $0.isAdministrative })
    }

    /// Only an operator grants it, because its holder chooses whose data it sees.
    @Test func noDefaultMayActForUsers() {
        #expect(!Scope.forClients.union(Scope.forAdministrators).contains(.users))
        #expect(!Scope.users.isAdministrative && !Set([Scope.allTools, .chat]).cover(.users))
    }
}
