import Foundation
import Glibc
import Secrets

@testable import KeyVault

/// A search of the process's memory for secrets that should no longer be there.
enum ProcessMemory {
    /// Random letters in separate memory, which the search leaves out, so that it does not find the needle itself.
    struct Needle: ~Copyable {
        fileprivate let region: UnsafeMutableRawBufferPointer
        let text: UnsafeRawBufferPointer

        /// - Parameter count: The number of letters, at most a page.
        init(count: Int) {
            region = ProcessMemory.map(ProcessMemory.windowSize + 4096)
            let bytes = UnsafeMutableRawBufferPointer(rebasing: region[..<count])
            for index in bytes.indices { bytes[index] = UInt8.random(in: 0x61...0x7A) }
            text = UnsafeRawBufferPointer(bytes)
        }

        /// Makes a needle from a text; the caller must wipe its own copy before the search.
        init(_ bytes: UnsafeRawBufferPointer) {
            region = ProcessMemory.map(ProcessMemory.windowSize + 4096)
            region.copyMemory(from: bytes)
            text = UnsafeRawBufferPointer(rebasing: region[..<bytes.count])
        }

        /// Makes a needle from the bytes that a base64 text encodes.
        init(decoding base64: UnsafeRawBufferPointer) {
            region = ProcessMemory.map(ProcessMemory.windowSize + 4096)
            let region = region
            guard let decoded = Base64.decoded(base64[...]) else { fatalError("not base64") }
            decoded.withBytes { region.copyMemory(from: $0) }
            text = UnsafeRawBufferPointer(rebasing: region[..<decoded.count])
        }

        deinit { munmap(region.baseAddress, region.count) }
    }

    /// Returns the number of occurrences of the needle's last bytes in writable memory: heap, stacks and freed blocks.
    ///
    /// It searches for the last bytes, because an allocator overwrites the first bytes of a freed block.
    static func occurrences(ofTheEndOf needle: borrowing Needle, count length: Int = 20) -> Int {
        guard let start = needle.region.baseAddress else { return -1 }
        let end = UnsafeRawBufferPointer(rebasing: needle.text.suffix(length))
        let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { return -1 }
        defer { close(memory) }
        let own = UInt(bitPattern: start)..<UInt(bitPattern: start) + UInt(needle.region.count)
        let window = start + 4096
        var found = 0
        for range in writableRanges() where !range.overlaps(own) {
            var position = range.lowerBound
            while position < range.upperBound {
                let wanted = min(windowSize, Int(range.upperBound - position))
                let count = pread(memory, window, wanted, off_t(position))
                guard count > 0 else { break }
                var offset = 0
                while offset <= count - length, let first = end.first, let rest = end.baseAddress,
                    let hit = memchr(window + offset, CInt(first), count - length + 1 - offset)
                {
                    if memcmp(hit, rest, length) == 0 { found += 1 }
                    offset = UnsafeRawPointer(hit) - UnsafeRawPointer(window) + 1
                }
                guard count == windowSize else { break }
                // The windows overlap, so that nothing is missed at their edges.
                position += UInt(windowSize - length + 1)
            }
        }
        return found
    }

    /// Returns the number of occurrences after ending tasks have released their values; their callers resume a little earlier.
    static func occurrencesLeft(ofTheEndOf needle: borrowing Needle) async -> Int {
        for _ in 0..<200 {
            guard occurrences(ofTheEndOf: needle) > 0 else { return 0 }
            await Task.yield()
        }
        return occurrences(ofTheEndOf: needle)
    }

    fileprivate static let windowSize = 1 << 20

    fileprivate static func map(_ size: Int) -> UnsafeMutableRawBufferPointer {
        // The mapping is shared, so that the kernel does not merge it with the heap's regions.
        let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        return UnsafeMutableRawBufferPointer(start: address, count: size)
    }

    private static func writableRanges() -> [Range<UInt>] {
        guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return [] }
        return maps.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, words[1].hasPrefix("rw"), !line.hasSuffix("[vvar]") else { return nil }
            return ends[0]..<ends[1]
        }
    }
}
