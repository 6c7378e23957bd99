import Glibc

/// A buffer of the system's random numbers, which fetches 256 bytes in one system call.
///
/// Use it for unique values, not for secrets, because the next numbers are in memory.
struct RandomSupply: RandomNumberGenerator {
    /// The number of values per fetch; `getentropy(3)` returns at most 256 bytes.
    static let size = 32

    /// The numbers that no caller has received.
    private(set) var numbers: [UInt64] = []

    /// Returns a random number, fetching more if the buffer is empty.
    mutating func next() -> UInt64 {
        if let number = numbers.popLast() { return number }
        numbers = Self.fetched()
        return numbers.removeLast()
    }

    private static func fetched() -> [UInt64] {
        var numbers = [UInt64](repeating: 0, count: size)
        let isFilled = numbers.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) } == 0
        if !isFilled {
            // If the system call fails, the standard library's generator is used.
            var generator = SystemRandomNumberGenerator()
            for index in numbers.indices { numbers[index] = generator.next() }
        }
        return numbers
    }
}
