import Glibc

/// The system's random numbers, fetched many at a time: one call of the system gives as many as a turn needs.
///
/// For what must be unlike anything else, not for what must stay secret: the next numbers stand in memory.
struct RandomSupply: RandomNumberGenerator {
    /// How many are fetched at a time; `getentropy(3)` gives 256 bytes at most.
    private static let size = 32

    private var numbers: [UInt64] = []

    /// A number that was not given before.
    mutating func next() -> UInt64 {
        if let number = numbers.popLast() { return number }
        numbers = Self.fetched()
        return numbers.removeLast()
    }

    private static func fetched() -> [UInt64] {
        var numbers = [UInt64](repeating: 0, count: size)
        let isFilled = numbers.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) } == 0
        if !isFilled {
            // On a system that cannot, the library's own generator knows what to do.
            var generator = SystemRandomNumberGenerator()
            for index in numbers.indices { numbers[index] = generator.next() }
        }
        return numbers
    }
}
