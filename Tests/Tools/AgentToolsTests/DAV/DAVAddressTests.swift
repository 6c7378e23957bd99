import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct DAVAddressTests {
    @Test(arguments: [
        ("https://Dav.Example:443/a/", "https://dav.example/a/"), ("http://h", "http://h/"),
        ("http://h:5232/x?y#z", "http://h:5232/x"), ("https://h/a b/日", "https://h/a%20b/%E6%97%A5"),
    ])
    func readsAddresses(text: String, read: String) {
        #expect(DAVAddress(text)?.description == read)
    }

    @Test(arguments: ["ftp://h/", "https://", "https://me:word@h/", "h/path", "https://a\\b/", "https://a b/"])
    func refusesInvalidAddresses(text: String) { #expect(DAVAddress(text) == nil) }

    @Test(arguments: [
        ("/alice/", "https://h/alice/"), ("c1.vcf", "https://h/dav/c1.vcf"), ("https://p1.h/x/", "https://p1.h/x/"),
        ("//other/x", "https://other/x"),
    ])
    func resolvesHrefs(href: String, url: String) {
        #expect(DAVAddress("https://h/dav/book")?.resolving(href)?.description == url)
    }

    @Test(arguments: [
        ("https://h/", "https://h/x", true), ("https://h/", "http://h/x", false),
        ("https://h/", "https://h:444/", false),
        ("https://h/", "https://evil.example/", false), ("https://a.h/", "https://b.h/", false),
        ("https://contacts.icloud.com/", "https://p42-contacts.icloud.com/1/", true),
        ("https://contacts.icloud.com/", "http://p42-contacts.icloud.com/1/", false),
        ("https://contacts.icloud.com/", "https://icloud.com.evil.example/", false),
    ])
    func thePasswordStaysWithTheServer(configured: String, other: String, isTrusted: Bool) throws {
        let server = try #require(DAVAddress(configured))
        #expect(DAVAddress(other)?.isTrustedBy(server) == isTrusted)
    }
}
