import Foundation
import Testing

/// A recorded answer from the `Fixtures` folder.
struct Fixture {
    let bytes: [UInt8]

    init(_ name: String) throws {
        let folder = Bundle.module.url(forResource: "Fixtures", withExtension: nil)
        bytes = try Array(Data(contentsOf: #require(folder).appendingPathComponent(name)))
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
