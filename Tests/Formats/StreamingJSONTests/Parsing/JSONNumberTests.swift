import SeededRandom
import StreamingJSON
import Testing

@Suite struct JSONNumberTests {
    @Test(arguments: [
        ("0", 0), ("-0", 0), ("9007199254740993", 9_007_199_254_740_993), ("-9007199254740993", -9_007_199_254_740_993),
        ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ])
    func integersAreExact(text: String, integer: Int) throws {
        #expect(try JSONValue(parsing: text) == .integer(integer))
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "18446744073709551616", "123456789012345678901234567890",
    ])
    func wideIntegersFollowTheOption(text: String) throws {
        let double = try #require(Double(text))
        #expect(try JSONValue(parsing: text) == .number(double))
        #expect(try JSONValue(parsing: text, options: JSONParseOptions(wideIntegers: .digits)) == .string(text))
        let error = #expect(throws: JSONParseError.self) {
            try JSONValue(parsing: "[" + text + "]", options: JSONParseOptions(wideIntegers: .refuse))
        }
        #expect(error?.code == .badNumber)
        #expect(error?.offset == 1)
    }

    @Test(arguments: [
        // The largest and smallest doubles, and their neighbors.
        "1.7976931348623157e308", "1.7976931348623158e308", "2.2250738585072014e-308", "2.2250738585072011e-308",
        "5e-324",
        "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400", "-1e-400",
        "0e999999", "-0.0",
        // Halfway between two doubles, and slightly to either side.
        "9007199254740993.0", "9007199254740992.5", "9007199254740993.00000000000000000000000000000000000001",
        "1.00000000000000011102230246251565", "1.00000000000000011102230246251566",
        // The limits of the exact shortcut.
        "9007199254740992e22", "9007199254740993e22", "9007199254740992e23", "1e22", "1e23", "1e-22", "1e-23",
        "123456789012345678e-22",
        "0.000000000000000000000000000000000000001", "0.3", "2.675", "1234567890123456789.0", "12345678901234567890.0",
        "1844674407370955161.7e1", "8.5e+0022", "0.0000000000000000001e22",
    ])
    func decimalsAreTheNearestDouble(text: String) throws {
        let value = try JSONValue(parsing: text)
        let double = try #require(value.doubleValue)
        #expect(double.bitPattern == Double(text)?.bitPattern)
    }

    @Test func randomDecimalsAreTheNearestDouble() throws {
        var generator = SeededGenerator(seed: 7)
        var unequal: [String] = []
        for _ in 0..<RandomRounds.count {
            let digits = String(
                UInt64.random(in: 0...UInt64.max >> UInt64.random(in: 0...63, using: &generator), using: &generator)
            )
            let point = Int.random(in: 0...digits.count, using: &generator)
            let fraction = digits.dropFirst(point)
            let text =
                (Bool.random(using: &generator) ? "-" : "")
                + (point == 0 || digits == "0" ? "0" : String(digits.prefix(point)))
                + "." + (fraction.isEmpty ? "0" : fraction) + "e\(Int.random(in: -30...30, using: &generator))"
            let value = try JSONValue(parsing: text)
            if value.doubleValue?.bitPattern != Double(text)?.bitPattern { unequal.append(text) }
        }
        #expect(unequal == [])
    }

    @Test func everyDoubleRoundTrips() throws {
        var generator = SeededGenerator(seed: 8)
        var unequal: [Double] = []
        for _ in 0..<RandomRounds.count {
            let double = Double(bitPattern: generator.next())
            guard double.isFinite else { continue }
            let value = try JSONValue(parsing: JSONValue.number(double).serialized())
            if value.doubleValue != double { unequal.append(double) }
        }
        #expect(unequal == [])
    }

    @Test func aNumberOfAMillionDigitsIsReadOrRefused() throws {
        let digits = String(repeating: "1", count: 1_000_000)
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: digits) }
        #expect(error?.code == .badNumber)
        #expect(try JSONValue(parsing: "0." + digits).doubleValue == 0.1111111111111111)
    }
}
