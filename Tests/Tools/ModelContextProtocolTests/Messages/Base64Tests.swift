import ModelContextProtocol
import Testing

struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
        ("京都", "5Lqs6YO9"),
    ])
    func rfc4648(_ text: String, _ encoded: String) {
        #expect(Base64.encode(text) == encoded)
        #expect(Base64.text(encoded) == text)
    }

    @Test(arguments: ["Zg=", "Zg", "Z===", "Zm9v!A==", "/w==", "Zg==Zg=="])
    func faulty(_ encoded: String) { #expect(Base64.text(encoded) == nil) }
}
