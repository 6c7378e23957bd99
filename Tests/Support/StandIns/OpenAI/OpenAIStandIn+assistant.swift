import StreamingJSON

extension OpenAIStandIn {
    /// A script of a small assistant, for manual and end-to-end tests.
    ///
    /// If `getCurrentWeather` is offered and the user names cities, it calls the tool for all of them in one turn; from the outputs it
    /// writes an answer, and compares two temperatures. It calls the tool that an example of the tools, or the first line printed by
    /// Torii, asks for, and fills a schema from a text. To everything else it answers that it is a stand-in.
    public static let assistant: Script = { request in
        if let schema = request.answerSchema {
            return reply(ExampleExtraction.value(of: schema, in: request.textToRead), to: request)
        }
        let isJapanese = request.lastUserText.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) }
        let outputs = request.toolOutputs
        if !outputs.isEmpty {
            let reports = outputs.map(WeatherReport.init)
            return .text(isJapanese ? answerInJapanese(reports) : answerInEnglish(reports))
        }
        let cities = cities(in: request.lastUserText)
        if request.toolNames.contains("getCurrentWeather"), !cities.isEmpty {
            return .toolCalls(
                cities.map {
                    ScriptedToolCall(
                        "getCurrentWeather",
                        arguments: JSONValue.object(["city": .string($0)]).serialized()
                    )
                }
            )
        }
        if let call = call(asked: request.lastUserText), request.toolNames.contains(call.name) {
            return .toolCalls([call])
        }
        return .text(
            isJapanese
                ? "こちらは代役のモデルです。「\(request.lastUserText)」と受け取りました。"
                : "I am the stand-in model. You said: \"\(request.lastUserText)\""
        )
    }

    /// Returns the call that a message asks for, in the wording of the examples.
    static func call(asked text: String) -> ScriptedToolCall? {
        func call(_ name: String, _ arguments: JSONValue) -> ScriptedToolCall {
            ScriptedToolCall(name, arguments: arguments.serialized())
        }
        if let match = text.firstMatch(of: /Add ["“](.+?)["”] to the inventory(?:, quantity ([0-9]{1,9}))?/) {
            var arguments: JSONObject = ["title": .string(String(match.1))]
            if let quantity = match.2.flatMap({ Int($0) }) { arguments["quantity"] = .integer(quantity) }
            return call("createInventory", .object(arguments))
        }
        if let match = text.firstMatch(of: /Search the web for (.+)/) {
            return call("searchWeb", ["query": .string(String(match.1))])
        }
        if text.contains(/(Show|List) the inventory/) { return call("getInventoryList", [:]) }
        if let match = text.firstMatch(of: /(Show|Delete) item ([0-9]{1,9})/) {
            return call(match.1 == "Show" ? "getInventory" : "deleteInventory", ["id": .integer(Int(match.2) ?? 0)])
        }
        return nil
    }

    /// Returns the cities in a question: those of the stand-ins' world, or else the capitalized words after "in".
    static func cities(in text: String) -> [String] {
        let known = World.namesOfCities(in: text)
        if !known.isEmpty { return known }
        let words = text.split { $0 == " " || $0 == "?" || $0 == "." || $0 == "!" || $0 == "," }
        guard let place = words.firstIndex(of: "in"), place + 1 < words.count else { return [] }
        let name = words[(place + 1)...].prefix { $0.first?.isUppercase ?? false }
        return name.isEmpty ? [] : [name.joined(separator: " ")]
    }

    private struct WeatherReport {
        let city: String
        let text: String
        let temperature: Double?

        init(_ output: ChatRequest.ToolOutput) {
            text = output.text
            city = (try? JSONValue(parsing: output.arguments))?["city"]?.stringValue ?? output.name
            temperature = Self.temperature(in: output.text)
        }

        /// The first number before "°C".
        private static func temperature(in text: String) -> Double? {
            guard let unit = text.firstIndex(of: "°") else { return nil }
            let before = text[..<unit].reversed().drop { $0 == " " }
            return Double(String(before.prefix { $0.isNumber || $0 == "." || $0 == "-" }.reversed()))
        }
    }

    private static func answerInEnglish(_ reports: [WeatherReport]) -> String {
        guard let (hot, cold) = extremes(reports) else {
            return "Here is what the tool says: " + reports.map(\.text).joined(separator: " ")
        }
        return "\(hot.city) is hotter: it is \(degrees(hot)) °C there and \(degrees(cold)) °C in \(cold.city)."
    }

    private static func answerInJapanese(_ reports: [WeatherReport]) -> String {
        guard let (hot, cold) = extremes(reports) else {
            return "調べた結果です。" + reports.map(\.text).joined()
        }
        return "\(hot.city)のほうが暑いです。\(hot.city)は\(degrees(hot)) °C、\(cold.city)は\(degrees(cold)) °Cです。"
    }

    private static func extremes(_ reports: [WeatherReport]) -> (hot: WeatherReport, cold: WeatherReport)? {
        let known = reports.filter { $0.temperature != nil }.sorted { ($0.temperature ?? 0) > ($1.temperature ?? 0) }
        guard known.count > 1, known.count == reports.count, let hot = known.first, let cold = known.last else {
            return nil
        }
        return (hot, cold)
    }

    private static func degrees(_ report: WeatherReport) -> String { report.temperature.map { String($0) } ?? "?" }
}
