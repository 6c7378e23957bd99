import ArgumentParser
import Foundation
import ModelTable
import StreamingJSON
import ToriiApp

/// `torii models`: the facts about models that the program works with.
struct ModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Show what is known of models: limits, efforts, prices and ends.",
        discussion: """
            The facts are those of the program, and those of the file TORII_MODEL_FILE over them. A name with * stands for all that match; \
            the facts of a model are those of all its rows, where longer names come first. Prices are for a million tokens. With --json, \
            the table is printed in the form of the file.
            """
    )

    @Argument(help: "A model, such as openai:gpt-6.1-terra, or a part of the names. Default: all.")
    var model: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let table = try await Settings.load(for: .modelTable, warn: Output.warn).readingModelFile().modelTable
        if json {
            Output.printJSON(Self.json(table))
        } else {
            Output.print(Self.text(table, matching: model, on: Self.today))
        }
    }

    private static var today: String { String(Date.now.formatted(.iso8601).prefix(10)) }

    /// Returns the table in the form of its file, a row a line.
    static func json(_ table: ModelTable) -> String {
        func list(_ rows: [String]) -> String { "[\n" + rows.joined(separator: ",\n") + "\n]" }
        let models = list(table.rows.map { $0.json.serialized() })
        let servers = list(table.servers.map { $0.json.serialized() })
        return """
            {"as_of":"\(table.asOf)","currency":"\(table.currency)","models":\(models),"servers":\(servers)}
            """
    }

    /// Returns the facts as a table for people.
    ///
    /// - Parameter name: A model, which is shown alone if it is not the name of a row, or a part of the names to show.
    static func text(_ table: ModelTable, matching name: String?, on day: String) -> String {
        let names = table.rows.flatMap(\.names)
        var shown = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        if let name {
            shown = shown.filter { $0.contains(name) }
            if shown.isEmpty, name.contains(":") { shown = [name] }
        }
        var rows = Table(
            "MODEL",
            "WINDOW",
            "MOST OUTPUT",
            "INTERFACE",
            "EFFORTS",
            "SAMPLING",
            "INPUT",
            "CACHED",
            "WRITTEN",
            "OUTPUT",
            "ABOVE",
            "ENDS",
            "REPLACEMENT"
        )
        for name in shown {
            let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            let facts = table.facts(of: parts[0], parts[1].replacing("*", with: ""))
            let price = facts.price(on: day)
            rows.add(
                name,
                facts.window.map(String.init) ?? "",
                facts.output.map(String.init) ?? "",
                facts.interface?.rawValue ?? "",
                (facts.efforts ?? []).joined(separator: " "),
                facts.sampling?.rawValue ?? "",
                price.map { amount($0.rates.input) } ?? "",
                price?.rates.cached.map(amount) ?? "",
                price?.rates.write.map(amount) ?? "",
                price.map { amount($0.rates.output) } ?? "",
                price?.above.map { "\($0.tokens): \(amount($0.rates.input)), \(amount($0.rates.output))" } ?? "",
                facts.ends ?? (facts.retired == true ? "ended" : ""),
                facts.replacement ?? ""
            )
        }
        return rows.text(orIfEmpty: "There is no such model. Names have a provider, such as openai:gpt-6.1-terra.")
    }

    /// Returns millionths of the currency's unit as a decimal number.
    private static func amount(_ micros: Int) -> String {
        var text = "\(micros / 1_000_000)." + String(1_000_000 + micros % 1_000_000).dropFirst()
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
