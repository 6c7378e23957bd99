import Testing

@testable import Phrasebook

@Suite struct QuantityTests {
    @Test(arguments: [
        ("31.2 °C", "4.05 °C", "27.15"), ("-3 °C", "4 °C", "7"), ("0.1 °C", "123456789012345 °C", "123456789012344.9"),
        ("9223372036854775807 °C", "-9223372036854775807 °C", "9223372036854775807"),
        ("9223372036854775807 °C", "0.5 °C", "9223372036854775807"),
        ("99999999999999999.9 °C", "0.000001 °C", "100000000000000000"),
    ]) func distances(left: String, right: String, distance: String) throws {
        let first = try #require(Quantity(first: "°C", in: left))
        let second = try #require(Quantity(first: "°C", in: right))
        #expect(first.distance(to: second).text == distance && second.distance(to: first).text == distance)
    }

    @Test(arguments: [
        "9223372036854775808 °C", "-9223372036854775808 °C", "1\(String(repeating: "0", count: 10_000)) °C",
        "0.\(String(repeating: "0", count: 10_000))1 °C", "1.2.3 °C",
    ]) func tooManyDigitsAreNoQuantity(text: String) { #expect(Quantity(first: "°C", in: text) == nil) }

    @Test func theSmallestIntegerHasAText() {
        #expect(Quantity(scaled: .min, fractionDigits: 0).text == "-9223372036854775808")
    }
}
