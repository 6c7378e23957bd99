import Foundation
import Glibc
import Testing

@testable import FileReading

@Suite(.timeLimit(.minutes(1))) struct RegularFileTests {
    private func withFile(_ body: (String) throws -> Void) rethrows {
        let path = NSTemporaryDirectory() + "torii-file-\(UUID().uuidString)"
        defer { unlink(path) }
        try body(path)
    }

    @Test func aFileIsReadWholeUpToTheLimit() throws {
        try withFile { path in
            for count in [0, 1, 65_536, 65_537, 200_000] {
                try Data(repeating: 0x61, count: count).write(to: URL(fileURLWithPath: path))
                #expect(try RegularFile.bytes(of: path, upTo: count).count == count)
                if count > 0 {
                    #expect(throws: RegularFile.Fault.tooLong(limit: count - 1)) {
                        try RegularFile.bytes(of: path, upTo: count - 1)
                    }
                }
            }
        }
    }

    /// Opening a pipe without a writer would wait for one.
    @Test func onlyARegularFileIsRead() {
        withFile { path in
            #expect(throws: RegularFile.Fault.missing) { try RegularFile.text(of: path, upTo: 9) }
            #expect(mkfifo(path, 0o600) == 0)
            #expect(throws: RegularFile.Fault.notRegular) { try RegularFile.text(of: path, upTo: 9) }
        }
        // A person's command line names the shell's own pipe.
        #expect(throws: RegularFile.Fault.tooLong(limit: 9)) {
            try RegularFile.bytes(of: "/dev/zero", upTo: 9, isPipeRead: true)
        }
        for path in ["/tmp", "/dev/zero"] {
            #expect(throws: RegularFile.Fault.notRegular) { try RegularFile.text(of: path, upTo: 9) }
        }
    }

    @Test func otherBytesAreNoText() throws {
        try withFile { path in
            try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: path))
            #expect(throws: RegularFile.Fault.notText) { try RegularFile.text(of: path, upTo: 9) }
        }
    }
}
