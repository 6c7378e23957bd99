import Foundation
import KeyVault
import Secrets
import Testing

@Suite struct MasterKeyTests {
    private let text = Data((0..<32).map { UInt8($0) }).base64EncodedString()

    private func write(_ content: String, to path: String, mode: Int = 0o600) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func aMissingFileIsMadeForTheOwnerOnly() async throws {
        try await withTemporaryFolder { folder async throws in
            let path = folder + "/var/master.key"
            let made = try MasterKey.load(environmentValue: nil, file: path, creatingIfMissing: true)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/var") == ["master.key"])
            #expect(try MasterKey.load(environmentValue: nil, file: path, creatingIfMissing: false).id == made.id)
            #expect(try MasterKey.load(environmentValue: nil, file: path, creatingIfMissing: true).id == made.id)
        }
    }

    @Test func ofManyWhoMakeTheFileAllGetTheSameKey() async throws {
        try await withTemporaryFolder { folder async throws in
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try MasterKey.load(environmentValue: nil, file: folder + "/key", creatingIfMissing: true).id
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
        }
    }

    @Test func theEnvironmentGoesBeforeTheFile() async throws {
        try await withTemporaryFolder { folder async throws in
            let given = try MasterKey.load(
                environmentValue: SecretString("  \(text)\n"),
                file: folder + "/key",
                creatingIfMissing: true
            )
            #expect(!FileManager.default.fileExists(atPath: folder + "/key"))
            try write(text, to: folder + "/key")
            let read = try MasterKey.load(
                environmentValue: SecretString(""),
                file: folder + "/key",
                creatingIfMissing: false
            )
            #expect(read.id == given.id)
        }
    }

    @Test func aMissingFileIsNotMadeUnasked() async throws {
        try await withTemporaryFolder { folder async throws in
            let error = #expect(throws: KeyVaultError.self) {
                try MasterKey.load(environmentValue: nil, file: folder + "/key", creatingIfMissing: false)
            }
            #expect(error?.code == .masterKeyMissing)
            #expect(error?.message.contains("backup") == true)
            #expect(!FileManager.default.fileExists(atPath: folder + "/key"))
        }
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o660])
    func aFileThatOthersMayReadIsRefused(mode: Int) async throws {
        try await withTemporaryFolder { folder async throws in
            try write(text, to: folder + "/key", mode: mode)
            let error = #expect(throws: KeyVaultError.self) {
                try MasterKey.load(environmentValue: nil, file: folder + "/key", creatingIfMissing: true)
            }
            #expect(error?.code == .masterKeyExposed)
            #expect(error?.message.contains("chmod 600 \(folder)/key") == true)
            #expect(error?.message.contains(text) == false)
        }
    }

    @Test(arguments: [
        "", "\n", "garbage!", "c2hvcnQ=", String(repeating: "A", count: 4096),
        Data(repeating: 7, count: 33).base64EncodedString(),
    ])
    func contentThatIsNoKeyIsRefusedAndKept(content: String) async throws {
        try await withTemporaryFolder { folder async throws in
            try write(content, to: folder + "/key")
            let error = #expect(throws: KeyVaultError.self) {
                try MasterKey.load(environmentValue: nil, file: folder + "/key", creatingIfMissing: true)
            }
            #expect(error?.code == .masterKeyMalformed)
            #expect(error?.message.contains("openssl rand -base64 32") == true)
            #expect(try String(contentsOfFile: folder + "/key", encoding: .utf8) == content)
        }
    }

    @Test func garbageInTheEnvironmentIsRefused() {
        let error = #expect(throws: KeyVaultError.self) {
            try MasterKey.load(environmentValue: SecretString("hunter2"), file: "unused", creatingIfMissing: true)
        }
        #expect(error?.code == .masterKeyMalformed)
        #expect(error?.message.contains("TORII_MASTER_KEY") == true)
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test func aFolderInTheFilesPlaceIsRefused() async throws {
        try await withTemporaryFolder { folder async throws in
            try FileManager.default.createDirectory(atPath: folder + "/key", withIntermediateDirectories: true)
            let error = #expect(throws: KeyVaultError.self) {
                try MasterKey.load(environmentValue: nil, file: folder + "/key", creatingIfMissing: true)
            }
            #expect(error?.code == .masterKeyUnreadable)
        }
    }

    @Test func aPrintedKeyShowsItsIdAlone() throws {
        let key = try MasterKey.load(environmentValue: SecretString(text), file: "unused", creatingIfMissing: false)
        #expect("\(key)" == "master key \(key.id)")
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains(text) && !dumped.contains("SymmetricKey"))
        #expect(key.id.count == 8)
    }
}
