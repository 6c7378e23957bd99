/// A word as patterns compare it, with a number that stands for it.
///
/// A message's words are looked up in some dozen tables. To hash or compare a text that is not ASCII, Swift brings it to a normal
/// form first, each time; these texts are in one already, so that the number, which is made once, does instead.
struct Word: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The word itself.
    let text: String
    private let number: UInt64

    init(_ text: String) {
        self.text = text
        // FNV-1a.
        number = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    init(stringLiteral text: String) { self.init(text) }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number && left.text == right.text }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
