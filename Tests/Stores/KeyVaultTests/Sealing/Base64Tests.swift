import Foundation
import Secrets
import Testing

@testable import KeyVault

@Suite struct Base64Tests {
    private func decoded(_ text: String) -> Data? {
        Array(text.utf8).withUnsafeBytes { bytes in
            guard let buffer = Base64.decoded(bytes[...]) else { return nil }
            return buffer.withBytes { Data($0) }
        }
    }

    /// Compares with Foundation's coder, for every length and with every digit.
    @Test(arguments: 0...64) func itAgreesWithFoundation(length: Int) {
        let bytes = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 251) })
        let line = bytes.withUnsafeBytes { bytes in
            Base64.encodedLine(bytes).withBytes { String(decoding: $0, as: UTF8.self) }
        }
        #expect(line == bytes.base64EncodedString() + "\n")
        #expect(decoded(bytes.base64EncodedString()) == bytes)
    }

    @Test(arguments: ["A", "AA", "AAA", "AAAA=", "A===", "====", "AA=A", "AA-A", "AA_A", "AA A", "AAA\n", "ÄAA"])
    func invalidBase64IsRefused(text: String) {
        #expect(decoded(text) == nil)
    }

    @Test func aSliceIsReadFromItsStart() {
        let text = Array("  QUJD  ".utf8)
        text.withUnsafeBytes { bytes in
            #expect(Base64.decoded(bytes[2..<6])?.withBytes { Array($0) } == Array("ABC".utf8))
        }
    }
}
