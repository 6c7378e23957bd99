import Testing

@testable import AgentTools
@testable import DeclaredTools

@Suite struct LinkFieldTests {
    @Test(arguments: [
        ("<https://a.example/?page=2>; rel=\"next\"", "https://a.example/?page=2"),
        ("<?page=1>; rel=prev, <?page=3>; rel=next", "?page=3"),
        ("<?page=3> ; title=\"a, <b>; rel=\\\"x\\\"\" ; rel=\"last NEXT\"", "?page=3"),
        (", ,<a>;rel=next", "a"),
        ("<a,b;c>; rel=next", "a,b;c"),
        ("<a>; rel=prev; rel=next", nil), ("<a>; rel=nextpage", nil), ("<a; rel=next", nil), ("a; rel=next", nil),
        ("<a>; rel=\"next", nil), ("<a> x, <b>; rel=next", nil), ("", nil), ("<a>", nil), ("<a>; =; rel=next", nil),
    ])
    func theNextPageIsFound(value: String, target: String?) {
        #expect(LinkField([value]).target(of: "next") == target)
    }

    @Test func fieldsAreReadInOrder() {
        #expect(LinkField(["<a>; rel=prev", "<b>; rel=next"]).target(of: "next") == "b")
    }

    @Test func linksAreBounded() {
        let many = String(repeating: "<a>,", count: 1_000)
        #expect(LinkField([many]).links.count == 64)
        #expect(LinkField([String(repeating: " ", count: 20_000) + "<a>; rel=next"]).links.isEmpty)
    }

    @Test func aFieldCutAnywhereIsReadWithoutAFault() {
        let value = "<https://a.example/x>; title=\"t\\\"\"; rel=\"next\", <b>; rel=last"
        for count in 0...value.utf8.count {
            let links = LinkField([String(decoding: value.utf8.prefix(count), as: UTF8.self)]).links
            #expect(links.count <= 2)
        }
    }
}
