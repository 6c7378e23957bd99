import Foundation
import StreamingJSON
import Testing

/// `torii backup` and `torii restore`, with the built program.
@Suite(.timeLimit(.minutes(2))) struct BackupCommandTests {
    @Test func aBackupOfAServerIsRestoredIntoAnotherFolder() async throws {
        try await withTemporaryFolder { folder in
            var torii = Command(folder: folder)
            torii.settings["TORII_ADMIN_TOKEN"] = "torii_admin_for_tests_0123456789abcdef"
            let file = folder + "/backup"
            try await torii.withServer { _ in
                #expect(try await torii("clients", "create", "phone").status == 0)
                let made = try await torii("backup", file)
                #expect(made.status == 0, "\(made.errors)")
                #expect(made.output.hasPrefix("Backed up to \(file), "))
                #expect(made.output.contains("1 conversations") == false)
                #expect(made.output.contains(", 2 clients, "))
                #expect(made.output.contains("The backup does not contain the master key."))
                let again = try await torii("backup", file)
                #expect(again.status == 1)
                #expect(again.errors.contains("--force"))
                let report = try JSONValue(
                    parsing: try await torii("backup", file, "--force", "--with-master-key", "--json").output
                )
                #expect(report["master_key_file"]?.stringValue == file + ".master-key")
                let busy = try await torii("restore", file, "--force")
                #expect(busy.status == 1)
                #expect(busy.errors.contains("is in use by process"))
            }
            let other = folder + "/other"
            let restored = try await torii("restore", file, "--data-dir", other)
            #expect(restored.status == 0, "\(restored.errors)")
            #expect(restored.output.contains("The master key beside the backup is now in \(other)/master.key."))
            let list = try await torii("clients", "list", "--data-dir", other)
            #expect(list.output.contains("phone"))
            let taken = try await torii("restore", file, "--data-dir", other)
            #expect(taken.status == 1)
            #expect(taken.errors.contains("already has a database"))
            let forced = try await torii("restore", file, "--data-dir", other, "--force", "--json")
            let kept = try #require(try JSONValue(parsing: forced.output)["former_folder"]?.stringValue)
            #expect(FileManager.default.fileExists(atPath: kept + "/torii.sqlite"))
            #expect(try await torii("audit", "verify", "--data-dir", other).status == 0)
            let none = try await torii("backup", folder + "/none", "--data-dir", folder + "/nowhere")
            #expect(none.status == 1)
            #expect(none.errors.contains("There is no database"))
        }
    }
}
