import Foundation

/// An ELF program or library, read only to find its functions.
public struct ELFFile: Sendable {
    /// The path of the file.
    public let path: String
    private let segments: [(address: UInt64, size: UInt64, offset: UInt64)]
    private let addresses: [String: UInt64]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The executable file.
    ///   - symbols: The file with the names of its functions, if they were stripped.
    public init(_ path: String, symbols: String? = nil) throws {
        self.path = path
        let bytes = try Bytes(path)
        segments = bytes.loadedSegments
        addresses = try (symbols.map { try Bytes($0) } ?? bytes).functions
    }

    /// Returns the offset in the file where a function starts; `nil` if there is no function with this name.
    public func offset(of function: String) -> UInt64? {
        guard let address = addresses[function],
            let segment = segments.first(where: { $0.address <= address && address < $0.address + $0.size })
        else { return nil }
        return address - segment.address + segment.offset
    }
}

extension ELFFile {
    /// The parts of the format that are needed, for 64 bits and little-endian numbers.
    private struct Bytes {
        private let data: Data

        init(_ path: String) throws {
            data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
            guard data.prefix(6) == Data([0x7F, 0x45, 0x4C, 0x46, 2, 1]) else {
                throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
            }
        }

        var loadedSegments: [(address: UInt64, size: UInt64, offset: UInt64)] {
            let table = Int(read(32, as: UInt64.self))
            let size = Int(read(54, as: UInt16.self))
            return (0..<Int(read(56, as: UInt16.self))).compactMap { index in
                let header = table + index * size
                guard read(header, as: UInt32.self) == 1 else { return nil }
                return (
                    address: read(header + 16, as: UInt64.self),
                    size: read(header + 32, as: UInt64.self),
                    offset: read(header + 8, as: UInt64.self)
                )
            }
        }

        /// The addresses of functions, from the symbol table and from the dynamic one.
        var functions: [String: UInt64] {
            var found: [String: UInt64] = [:]
            for section in sections where section.type == 2 || section.type == 11 {
                let names = sections[section.link].offset
                for symbol in stride(from: section.offset, to: section.offset + section.size, by: 24) {
                    // A defined function; its type is in the low half of the byte.
                    guard read(symbol + 4, as: UInt8.self) & 0xF == 2, read(symbol + 6, as: UInt16.self) != 0 else {
                        continue
                    }
                    found[text(names + Int(read(symbol, as: UInt32.self)))] = read(symbol + 8, as: UInt64.self)
                }
            }
            return found
        }

        private func text(_ offset: Int) -> String {
            data.withUnsafeBytes { String(decoding: $0[offset...].prefix { $0 != 0 }, as: UTF8.self) }
        }

        private var sections: [(type: UInt32, offset: Int, size: Int, link: Int)] {
            let table = Int(read(40, as: UInt64.self))
            let size = Int(read(58, as: UInt16.self))
            return (0..<Int(read(60, as: UInt16.self))).map { index in
                let header = table + index * size
                return (
                    type: read(header + 4, as: UInt32.self),
                    offset: Int(read(header + 24, as: UInt64.self)),
                    size: Int(read(header + 32, as: UInt64.self)),
                    link: Int(read(header + 40, as: UInt32.self))
                )
            }
        }

        private func read<Number: FixedWidthInteger>(_ offset: Int, as type: Number.Type) -> Number {
            data.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
        }
    }
}
