import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct HealthUnitTests {
    @Test(arguments: [
        (1.0, "mi", "km", 1.609_344), (100, "kJ", "kcal", 23.900_573_6), (98.6, "degF", "degC", 37),
        (37, "degC", "degF", 98.6),
        (5, "mmol/L", "mg/dL", 90.078), (90, "min", "hr", 1.5), (1, "fl_oz_us", "mL", 29.573_529_562_5),
        (60, "bpm", "count/min", 60), (1, "furlong", "furlong", 1),
    ])
    func convertsWithinADimension(value: Double, unit: String, other: String, expected: Double) throws {
        let converted = try #require(HealthUnit.convert(value, from: unit, to: other))
        #expect(abs(converted - expected) < 0.000_1)
    }

    @Test(arguments: [("kg", "km"), ("furlong", "km"), ("kg", ""), ("%", "count")])
    func doesNotConvertBetweenDimensions(unit: String, other: String) {
        #expect(HealthUnit.convert(1, from: unit, to: other) == nil)
    }

    @Test(
        arguments: [
            (8432, "count", "8432"), (1203.5, "count", "1204"), (61.3, "kg", "61.3"), (412.74, "kcal", "412.7"),
            (7.1, "hr", "7.1"),
            (0.98, "km", "0.98"), (-0.7, "kg", "-0.7"), (-0.001, "kg", "0"), (-0.4, "count", "0"), (9.999, "km", "10"),
            (100, "%", "100"), (0, "kg", "0"), (1.05, "km", "1.05"),
        ] as [(Double, String, String)]
    )
    func numbersHaveASuitableNumberOfDigits(value: Double, unit: String, text: String) {
        #expect(HealthUnit.number(value, unit) == text)
    }

    @Test func namesOfTheTableAreUnambiguous() {
        var owners: [String: String] = [:]
        for metric in HealthMetric.table {
            #expect(HealthMetric.canonicalName(metric.name) == metric.name)
            for alias in [metric.name, metric.japanese] + metric.aliases {
                let name = HealthMetric.normalized(alias)
                #expect(owners[name, default: metric.name] == metric.name, "\(name)")
                owners[name] = metric.name
            }
        }
    }
}
