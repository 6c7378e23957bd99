import AgentTools
import BuiltInTools
import LanguageModels
import Phrasebook
import StreamingJSON

/// A search service that finds the same pages for every query.
struct PlayedSearch: SearchUpstream {
    let id = "played"
    let title = "Played"
    let freshness: Duration? = nil
    let hits: [SearchHit]

    func host(for caller: Caller) -> String { "example.org" }

    func search(_ query: SearchQuery) async throws -> [SearchHit] { Array(hits.prefix(query.limit)) }
}

/// The tool that reads pages, with the pages of the worlds instead of the web.
struct PlayedPages: AgentTool {
    /// A page of the worlds.
    struct Page: Sendable {
        var url: String
        var title: String
        var parts: Int
    }

    let name = "readWebPage"
    let description = "Reads a page of the public web and returns its title, its text and its links."
    let phrases = ToolPhrases.readWebPage
    let pages: [Page]

    func call(arguments: ReadWebPage.Arguments) async throws -> String {
        let caller = Caller.current
        let part = arguments.part ?? 1
        guard let page = pages.first(where: { $0.url == arguments.url || $0.url == "https://" + arguments.url }) else {
            throw ToolFailure(caller.text("The page could not be read.", "ページを読み取れませんでした。"))
        }
        guard (1...page.parts).contains(part) else {
            throw ToolFailure(
                caller.text("The page has no part \(part).", "このページに\(part)番目の部分はありません。")
            )
        }
        var lines = [
            caller.text("The page \(page.url):", "ページ \(page.url)："),
            UntrustedText.quoted("# \(page.title)\n\nPart \(part) of the text.", from: "a web page"),
        ]
        if part < page.parts {
            lines.append(
                caller.text(
                    "This is part \(part) of \(page.parts). Call readWebPage with part \(part + 1) to read on.",
                    "全\(page.parts)部のうち\(part)番目です。続きは readWebPage の part に \(part + 1) を指定してください。"
                )
            )
        }
        return lines.joined(separator: "\n")
    }
}

/// The tool for the weather, with the same weather everywhere except for the temperature.
struct PlayedWeather: AgentTool {
    let name = "getCurrentWeather"
    let description = "Returns the current weather of one city, or the forecast of several days."
    let phrases = ToolPhrases.getCurrentWeather

    func call(arguments: GetCurrentWeather.Arguments) async throws -> String {
        let caller = Caller.current
        let degrees = 8 + arguments.city.unicodeScalars.reduce(0) { ($0 + Int($1.value)) % 12 }
        let sky = caller.text("light rain, humidity 60 %, wind 12.0 km/h", "小雨、湿度 60 %、風速 12.0 km/h")
        let range = "\(degrees - 3).0\(caller.text("–", "〜"))\(degrees + 4).0 °C"
        var lines = [
            caller.text(
                "\(arguments.city): \(degrees).5 °C, \(sky). Today \(range).",
                "\(arguments.city): \(degrees).5 °C、\(sky)。今日は \(range)。"
            )
        ]
        for day in 1..<min(max(arguments.days ?? 1, 1), 7) {
            let rain = caller.text("light rain, \(range), 70 % chance of rain or snow.", "小雨、\(range)、降水確率 70 %。")
            lines.append("2026-11-\(18 + day): \(rain)")
        }
        return lines.joined(separator: "\n")
    }
}
