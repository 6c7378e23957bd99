import Foundation
import KeyVault
import KeyVaultFixtures
import Secrets
import Testing

@Suite struct MasterKeySourcesTests {
    private let text = Data((0..<32).map { UInt8($0) }).base64EncodedString()
    private let other = Data((32..<64).map { UInt8($0) }).base64EncodedString()
    private let third = Data((64..<96).map { UInt8($0) }).base64EncodedString()

    private func write(_ content: String, to path: String, mode: Int = 0o600) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Returns the ids of keys in base64.
    private func ids(_ texts: String...) throws -> [String] {
        try texts.map { text in
            try MasterKeySources(environment: SecretString(text), defaultFile: "unused")
                .load(creatingIfMissing: false).current.id
        }
    }

    @Test func aMissingFileIsCreatedForTheOwnerOnly() async throws {
        try await withTemporaryFolder { folder async throws in
            let path = folder + "/var/master.key"
            let sources = MasterKeySources(defaultFile: path)
            let made = try sources.load(creatingIfMissing: true)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/var") == ["master.key"])
            #expect(try sources.load(creatingIfMissing: false).ids == made.ids)
            #expect(try sources.load(creatingIfMissing: true).ids == made.ids)
        }
    }

    @Test(.timeLimit(.minutes(1))) func aPipeOrALongFileIsRefused() async throws {
        try await withTemporaryFolder { folder async throws in
            let sources = MasterKeySources(defaultFile: folder + "/key")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(mkfifo(folder + "/key", 0o600) == 0)
            let pipe = #expect(throws: KeyVaultError.self) { try sources.load(creatingIfMissing: false) }
            #expect(pipe?.message.contains("is not a regular file") == true)
            try FileManager.default.removeItem(atPath: folder + "/key")
            try write(text + "\n" + String(repeating: "#\n", count: 16 << 10), to: folder + "/key")
            let long = #expect(throws: KeyVaultError.self) { try sources.load(creatingIfMissing: false) }
            #expect(long?.message.contains("has 16384 bytes or more") == true)
        }
    }

    @Test func concurrentCreatorsOfTheFileGetTheSameKey() async throws {
        try await withTemporaryFolder { folder async throws in
            let sources = MasterKeySources(defaultFile: folder + "/key")
            let ids = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<8 { group.addTask { try sources.load(creatingIfMissing: true).ids } }
                return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
        }
    }

    @Test func theFirstPlaceWithAKeyIsUsed() async throws {
        try await withTemporaryFolder { folder async throws in
            var sources = MasterKeySources(
                environment: SecretString("  \(text)\n"),
                file: folder + "/key",
                credentialsFolder: folder + "/credentials",
                defaultFile: folder + "/default"
            )
            #expect(try sources.load(creatingIfMissing: true).ids == ids(text))
            #expect(!FileManager.default.fileExists(atPath: folder + "/key"))
            try write(text, to: folder + "/key")
            try write(other, to: folder + "/credentials/torii-master-key", mode: 0o400)
            try write(third, to: folder + "/default")
            sources.environment = SecretString("")
            #expect(try sources.load(creatingIfMissing: false).ids == ids(text))
            sources.file = nil
            #expect(try sources.load(creatingIfMissing: false).ids == ids(other))
            try FileManager.default.removeItem(atPath: folder + "/credentials/torii-master-key")
            #expect(try sources.load(creatingIfMissing: false).ids == ids(third))
        }
    }

    @Test func aFileMayHoldSeveralKeysTheCurrentOneFirst() async throws {
        try await withTemporaryFolder { folder async throws in
            let path = folder + "/key"
            try write("# since 2026-11\n\(text)\r\n\n  \(other)  \n# end", to: path)
            #expect(try MasterKeySources(defaultFile: path).load(creatingIfMissing: false).ids == ids(text, other))
            try write("\(text)\nnot a key\n", to: path)
            let error = #expect(throws: KeyVaultError.self) {
                try MasterKeySources(defaultFile: path).load(creatingIfMissing: false)
            }
            #expect(error?.code == .masterKeyMalformed)
            #expect(error?.message.hasPrefix("Line 2 of the master key file \(path) ") == true)
        }
    }

    @Test func previousKeysAreAddedToTheCurrentOne() async throws {
        try await withTemporaryFolder { folder async throws in
            try write(text, to: folder + "/key")
            var sources = MasterKeySources(
                previous: SecretString("\(other), \(third)\n\(text)"),
                defaultFile: folder + "/key"
            )
            #expect(try sources.load(creatingIfMissing: false).ids == ids(text, other, third))
            sources.environment = SecretString(third)
            #expect(try sources.load(creatingIfMissing: false).ids == ids(third, other, text))
            sources.previous = SecretString("hunter2")
            let error = #expect(throws: KeyVaultError.self) { try sources.load(creatingIfMissing: false) }
            #expect(error?.code == .masterKeyMalformed)
            #expect(error?.message.contains("TORII_MASTER_KEY_PREVIOUS") == true)
            #expect(error?.message.contains("hunter2") == false)
        }
    }

    /// The access list of a systemd credential appears as the group's right to read.
    @Test(arguments: [(0o400, true), (0o440, true), (0o600, true), (0o444, false), (0o460, false)])
    func credentialsMayBeReadableByTheGroup(mode: Int, isAccepted: Bool) async throws {
        try await withTemporaryFolder { folder async throws in
            try write(text, to: folder + "/torii-master-key", mode: mode)
            let sources = MasterKeySources(credentialsFolder: folder, defaultFile: folder + "/unused")
            if isAccepted {
                #expect(try sources.load(creatingIfMissing: false).ids == ids(text))
            } else {
                let error = #expect(throws: KeyVaultError.self) { try sources.load(creatingIfMissing: false) }
                #expect(error?.code == .masterKeyExposed)
            }
        }
    }

    @Test func aMissingFileIsOnlyCreatedOnRequest() async throws {
        try await withTemporaryFolder { folder async throws in
            let error = #expect(throws: KeyVaultError.self) {
                try MasterKeySources(defaultFile: folder + "/key").load(creatingIfMissing: false)
            }
            #expect(error?.code == .masterKeyMissing)
            #expect(error?.message.contains("backup") == true)
            #expect(!FileManager.default.fileExists(atPath: folder + "/key"))
        }
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o660])
    func aFileThatOthersCanReadIsRefused(mode: Int) async throws {
        try await withTemporaryFolder { folder async throws in
            try write(text, to: folder + "/key", mode: mode)
            let error = #expect(throws: KeyVaultError.self) {
                try MasterKeySources(defaultFile: folder + "/key").load(creatingIfMissing: true)
            }
            #expect(error?.code == .masterKeyExposed)
            #expect(error?.message.contains("chmod 600 \(folder)/key") == true)
            #expect(error?.message.contains(text) == false)
        }
    }

    @Test(arguments: [
        "", "\n", "# only a comment", "garbage!", "c2hvcnQ=", String(repeating: "A", count: 4096),
        Data(repeating: 7, count: 33).base64EncodedString(),
    ])
    func contentWithoutAKeyIsRefusedAndKept(content: String) async throws {
        try await withTemporaryFolder { folder async throws in
            try write(content, to: folder + "/key")
            let error = #expect(throws: KeyVaultError.self) {
                try MasterKeySources(defaultFile: folder + "/key").load(creatingIfMissing: true)
            }
            #expect(error?.code == .masterKeyMalformed)
            #expect(error?.message.contains("openssl rand -base64 32") == true)
            #expect(try String(contentsOfFile: folder + "/key", encoding: .utf8) == content)
        }
    }

    @Test func anInvalidKeyInTheEnvironmentIsRefused() {
        let error = #expect(throws: KeyVaultError.self) {
            try MasterKeySources(environment: SecretString("hunter2"), defaultFile: "unused")
                .load(creatingIfMissing: true)
        }
        #expect(error?.code == .masterKeyMalformed)
        #expect(error?.message.contains("TORII_MASTER_KEY") == true)
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test func aFolderInsteadOfTheFileIsRefused() async throws {
        try await withTemporaryFolder { folder async throws in
            try FileManager.default.createDirectory(atPath: folder + "/key", withIntermediateDirectories: true)
            let error = #expect(throws: KeyVaultError.self) {
                try MasterKeySources(defaultFile: folder + "/key").load(creatingIfMissing: true)
            }
            #expect(error?.code == .masterKeyUnreadable)
        }
    }

    @Test func printedKeysShowOnlyTheirIDs() throws {
        let ring = try MasterKeySources(
            environment: SecretString(text),
            previous: SecretString(other),
            defaultFile: "unused"
        ).load(creatingIfMissing: false)
        #expect("\(ring.current)" == "master key \(ring.current.id)")
        #expect("\(ring)" == "master keys \(ring.ids[0]), \(ring.ids[1])")
        var dumped = ""
        dump(ring, to: &dumped)
        dump(ring.current, to: &dumped)
        #expect(!dumped.contains(text) && !dumped.contains("SymmetricKey"))
        #expect(ring.current.id.count == 8)
    }
}
