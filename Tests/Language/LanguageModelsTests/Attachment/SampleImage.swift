import Foundation

/// Sample images: one that any decoder accepts, and headers of images of any size.
enum SampleImage {
    /// One transparent pixel.
    static let png = Data(base64Encoded: pngText) ?? Data()

    private static let pngText =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    /// The header of a PNG image, followed by `padding` zeros.
    static func png(width: UInt32, height: UInt32, padding: Int = 0) -> Data {
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
            + big(width) + big(height) + Data(count: padding)
    }

    /// The header of a JPEG image: an application's segment, a table, and the frame.
    static func jpeg(width: UInt16, height: UInt16) -> Data {
        Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 0, 0xFF, 0xFF, 0xC2, 0, 17, 8])
            + big(height) + big(width)
    }

    static func gif(width: UInt16, height: UInt16) -> Data { Data("GIF89a".utf8) + little(width) + little(height) }

    /// The header of a lossy WebP image.
    static func webp(width: UInt16, height: UInt16) -> Data {
        Data("RIFF".utf8) + Data(count: 4) + Data("WEBPVP8 ".utf8) + Data(count: 7) + Data([0x9D, 0x01, 0x2A])
            + little(width) + little(height)
    }

    /// The header of a lossless WebP image.
    static func losslessWebP(width: UInt32, height: UInt32) -> Data {
        Data("RIFF".utf8) + Data(count: 4) + Data("WEBPVP8L".utf8) + Data(count: 4) + Data([0x2F])
            + little((width - 1) | (height - 1) << 14)
    }

    /// The header of a WebP image with features of the extended format.
    static func extendedWebP(width: UInt32, height: UInt32) -> Data {
        Data("RIFF".utf8) + Data(count: 4) + Data("WEBPVP8X".utf8) + Data(count: 8)
            + little(width - 1).prefix(3) + little(height - 1).prefix(3)
    }

    private static func big(_ number: some FixedWidthInteger) -> Data {
        withUnsafeBytes(of: number.bigEndian) { Data($0) }
    }

    private static func little(_ number: some FixedWidthInteger) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }

    /// Runs `body` with the URL of a file that contains these bytes.
    static func withFile<Result>(
        _ data: Data = png,
        named name: String = "receipt.png",
        _ body: (URL) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "images-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try data.write(to: file)
        return try await body(file)
    }
}
