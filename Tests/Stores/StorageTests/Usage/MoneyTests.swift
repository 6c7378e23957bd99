import Storage
import Testing

@Suite struct MoneyTests {
    @Test(arguments: [
        ("0", 0, "0.00"), ("12", 12_000_000, "12.00"), ("0.25", 250_000, "0.25"), ("0.000001", 1, "0.000001"),
        ("3.5", 3_500_000, "3.50"), ("1.2345", 1_234_500, "1.2345"),
        ("9223372036854.775807", Int.max, "9223372036854.775807"),
    ])
    func decimalsAreReadExactly(text: String, micros: Int, description: String) {
        #expect(Money(text) == Money(micros: micros))
        #expect(Money(micros: micros).description == description)
    }

    @Test(arguments: [
        "", ".", "1.", ".5", "-1", "+1", "1e3", "1,5", " 1", "0.0000001", "9223372036854.775808", "١", "1.2.3",
    ])
    func otherTextsAreNoAmounts(text: String) {
        #expect(Money(text) == nil)
    }

    @Test func sumsStayAtTheEnds() {
        #expect(Money(micros: .max) + Money(micros: 1) == Money(micros: .max))
        #expect(Money(micros: .min) - Money(micros: 1) == Money(micros: .min))
        #expect(Money(micros: .min).description.hasPrefix("-9223372036854.775808"))
        #expect(Money(micros: -1_500_000).description == "-1.50")
    }
}
