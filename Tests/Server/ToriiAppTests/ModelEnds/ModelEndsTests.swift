import AgentRuntime
import Foundation
import ModelTable
import Testing

@testable import ToriiApp

/// The ends of the models in the settings, on 2026-11-28.
@Suite struct ModelEndsTests {
    private static let table = """
        {"models": [
            {"names": ["openai:mini"], "ends": "2026-12-11", "replacement": "terra"},
            {"names": ["openai:tomorrow"], "ends": "2026-11-29"}, {"names": ["openai:past"], "ends": "2026-11-28"},
            {"names": ["openai:later"], "ends": "2027-01-27"}, {"names": ["openai:much-later"], "ends": "2027-01-28"},
            {"names": ["anthropic:old"], "retired": true}, {"names": ["compatible:mini"], "ends": "2026-12-24"}
        ], "servers": [{"hosts": ["api.openai.com", "*.api.openai.com"], "provider": "openai"}]}
        """

    private func ends(_ models: [String], _ change: (inout Settings) -> Void = { _ in }) throws -> ModelEnds {
        var settings = Settings()
        settings.modelTable = try ModelTable(parsing: Array(Self.table.utf8))
        settings.modelTable.told = ToldFacts()
        settings.models = try models.map { try #require(ModelReference($0)) }
        change(&settings)
        return ModelEnds(settings: settings, now: { Date(timeIntervalSince1970: 1_795_867_200) })
    }

    /// A model, and the clause about its end.
    @Test(
        arguments: [
            ("openai:mini", "ends on 2026-12-11, in 13 days"),
            ("openai-responses:mini", "ends on 2026-12-11, in 13 days"),
            ("openai:tomorrow", "ends on 2026-11-29, in 1 day"), ("openai:past", "has ended on 2026-11-28"),
            ("openai:later", "ends on 2027-01-27, in 60 days"), ("openai:much-later", nil), ("openai:new", nil),
            ("anthropic:old", "has ended"), ("gemini:mini", nil), ("phrasebook", nil),
        ] as [(String, String?)]
    )
    func anEndIsAnnouncedFrom60DaysOn(model: String, clause: String?) throws {
        let clauses = try ends([model]).ending { _ in true }.map(\.clause)
        #expect(clauses == [clause].compactMap(\.self))
    }

    /// The models, and the notice for health checks.
    @Test(
        arguments: [
            (["openai:later"], nil), (["openai:mini"], "a model ends on 2026-12-11, in 13 days; see `torii doctor`"),
            (["openai:mini", "openai:past"], "a model has ended on 2026-11-28; see `torii doctor`"),
            (["openai:new", "openai:tomorrow"], "a model ends on 2026-11-29, in 1 day; see `torii doctor`"),
        ] as [([String], String?)]
    )
    func theServerIsDegradedFrom14DaysOn(models: [String], notice: String?) throws {
        let found = try ends(models).notice { _ in true }
        #expect(found == notice)
    }

    @Test func onlyModelsInUseCount() throws {
        let ends = try ends(["openai:new"]) { settings in
            settings.allowedModels = [ModelReference(provider: .openai, name: "mini")]
            settings.modelAliases = ModelAliases(["x=anthropic:old"].compactMap { ModelAliases.Alias($0) }) ?? .none
        }
        #expect(ends.ending { _ in true }.map(\.model.description) == ["anthropic:old", "openai:mini"])
        #expect(ends.ending { $0 == .openai }.map(\.model.description) == ["openai:mini"])
        #expect(ends.ending { _ in false }.isEmpty)
    }

    @Test func aModelWithAReplacementDoesNotDegradeTheServer() throws {
        let replacement = try #require(ModelReplacements.Replacement("mini=terra"))
        let ends = try ends(["openai:mini"]) { settings in
            settings.modelReplacements = ModelReplacements([replacement]) ?? .none
        }
        #expect(ends.ending { _ in true }.map(\.replacedBy?.description) == ["openai:terra"])
        #expect(ends.notice { _ in true } == nil)
    }

    @Test func anotherServersModelsHaveItsEnds() throws {
        let ends = try ends(["openai:mini"]) { $0.addresses[.openai] = "http://127.0.0.1:8000/v1" }
        #expect(ends.ending { _ in true }.map(\.end.day) == ["2026-12-24"])
    }

    @Test func whatTheProviderToldWins() throws {
        let ends = try ends(["openai:mini", "openai:later", "openai:new"])
        var moved = ModelFacts()
        moved.ends = "2026-12-25"
        var gone = ModelFacts()
        (gone.ends, gone.retired) = ("2027-01-27", true)
        ends.settings.modelTable.told?.replace([ToldModel("mini", moved), ToldModel("later", gone)], of: "openai")
        #expect(ends.ending { _ in true }.map(\.clause) == ["has ended", "ends on 2026-12-25, in 27 days"])
        #expect(
            ["mini", "later", "new"].map { ends.lives.isUnlisted(.init(provider: .openai, name: $0)) } == [
                false, false, true,
            ]
        )
        #expect(!ends.lives.isUnlisted(.init(provider: .anthropic, name: "new")))
        ends.settings.modelTable.told?.replace([ToldModel("mini", hasNoEnd: true)], of: "openai")
        #expect(ends.ending { _ in true }.map(\.model.name) == ["later"])
    }

    /// An address of OpenAI's upstream, and whether its list of models is read.
    @Test(
        arguments: [
            (nil, true), ("https://api.openai.com/v1", true), ("https://eu.api.openai.com/v1", true),
            ("http://127.0.0.1:8000/v1", false), ("https://api.openai.com.example/v1", false),
        ] as [(String?, Bool)]
    )
    func onlyAProvidersOwnListIsRead(address: String?, isRead: Bool) throws {
        let ends = try ends([]) { $0.addresses[.openai] = address }
        #expect(ends.settings.isProvidersOwn(.openai) == isRead)
    }
}
