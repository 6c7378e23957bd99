import AgentTools

/// A unit that can be converted to others of the same dimension, because people change the units of their phones.
struct HealthUnit {
    /// The dimensions; units of the same dimension can be converted.
    private enum Dimension: Equatable { case energy, length, mass, temperature, time, volume, glucose, rate, count }

    private let dimension: Dimension
    /// The size of the unit in the dimension's base unit.
    private let factor: Double
    /// The offset that is added after multiplying.
    private let shift: Double

    private init(_ dimension: Dimension, _ factor: Double, shift: Double = 0) {
        self.dimension = dimension
        self.factor = factor
        self.shift = shift
    }

    private static let table: [String: HealthUnit] = [
        "kcal": .init(.energy, 4184), "cal": .init(.energy, 4.184), "kj": .init(.energy, 1000), "j": .init(.energy, 1),
        "km": .init(.length, 1000), "m": .init(.length, 1), "cm": .init(.length, 0.01), "mm": .init(.length, 0.001),
        "mi": .init(.length, 1609.344), "ft": .init(.length, 0.3048), "in": .init(.length, 0.0254),
        "yd": .init(.length, 0.9144), "kg": .init(.mass, 1000), "g": .init(.mass, 1), "mg": .init(.mass, 0.001),
        "mcg": .init(.mass, 0.000_001), "lb": .init(.mass, 453.592_37), "oz": .init(.mass, 28.349_523_125),
        "st": .init(.mass, 6350.293_18), "degc": .init(.temperature, 1),
        "degf": .init(.temperature, 5.0 / 9, shift: -160.0 / 9), "hr": .init(.time, 3600), "h": .init(.time, 3600),
        "min": .init(.time, 60), "s": .init(.time, 1), "sec": .init(.time, 1), "ms": .init(.time, 0.001),
        "ml": .init(.volume, 1), "l": .init(.volume, 1000), "fl_oz_us": .init(.volume, 29.573_529_562_5),
        "cup_us": .init(.volume, 236.588_236_5), "mg/dl": .init(.glucose, 1), "mmol/l": .init(.glucose, 18.015_6),
        "count/min": .init(.rate, 1), "bpm": .init(.rate, 1), "count": .init(.count, 1), "steps": .init(.count, 1),
    ]

    /// Converts a value to another unit; `nil` if the units have different dimensions.
    static func convert(_ value: Double, from unit: String, to other: String) -> Double? {
        if unit == other { return value }
        guard let from = table[unit.lowercased()], let to = table[other.lowercased()], from.dimension == to.dimension
        else { return nil }
        return (value * from.factor + from.shift - to.shift) / to.factor
    }

    /// Returns the unit's text; empty for a mere count.
    static func text(_ unit: String, of metric: HealthMetric, for caller: Caller) -> String {
        switch unit.lowercased() {
        case "count", "steps", "": caller.text("", metric.japaneseCounter)
        case "count/min", "bpm": metric.isPulse ? "bpm" : caller.text("/min", "回/分")
        case "hr", "h": caller.text("h", "時間")
        case "min": caller.text("min", "分")
        case "degc": "°C"
        case "degf": "°F"
        default: unit
        }
    }

    /// Returns a number with a suitable number of digits, and its unit.
    static func text(_ value: Double, _ unit: String, of metric: HealthMetric, for caller: Caller) -> String {
        let name = text(unit, of: metric, for: caller)
        let number = number(value, unit)
        if name.isEmpty { return number }
        // No space before Japanese counters and the percent sign.
        let isClose = name == "%" || name.unicodeScalars.first.map { $0.value >= 0x3000 } == true
        return number + (isClose || name.hasPrefix("/") ? "" : " ") + name
    }

    /// Returns a number with a suitable number of digits: none after the point for counts.
    static func number(_ value: Double, _ unit: String) -> String {
        let isCount = ["count", "steps", ""].contains(unit.lowercased())
        let digits = isCount ? 0 : abs(value) < 10 ? 2 : 1
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        guard abs(value) < 1e12 else { return "\(value)" }
        let scaled = Int((abs(value) * scale).rounded())
        var text = String(scaled / Int(scale))
        if digits > 0 {
            let rest = String(scaled % Int(scale))
            var fraction = String(repeating: "0", count: digits - rest.count) + rest
            while fraction.hasSuffix("0") { fraction.removeLast() }
            if !fraction.isEmpty { text += "." + fraction }
        }
        return value < 0 && scaled != 0 ? "-" + text : text
    }
}
