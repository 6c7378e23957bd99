import AgentTools
import CalendarDays
import LanguageModels
import ToolRecords
import StreamingJSON

extension HealthAnswer {
    /// The numbers as data that a client can display; `nil` if there are none.
    var artifact: ToolArtifact? {
        guard !series.isEmpty else { return nil }
        let days = inquiry.span.days
        let content: JSONValue = [
            "type": .string(type), "from": .string(CalendarDay(number: days.lowerBound).text),
            "to": .string(CalendarDay(number: days.upperBound - 1).text), "metrics": .array(series.map(metric)),
        ]
        return ToolArtifact(type: "health.metrics", content: GeneratedContent(jsonValue: content))
    }

    private var type: String {
        switch inquiry.question {
        case .today: "today"
        case .week: "weekly"
        case .metric(let name): name
        }
    }

    private func metric(_ series: HealthSeries) -> JSONValue {
        var object: JSONObject = [
            "metric": .string(series.metric.name), "name": .string(series.metric.title(for: inquiry.caller)),
            "unit": .string(series.unit),
            "days": .array(
                series.days.sorted { $0.key < $1.key }.map { number, figures in
                    var day: JSONObject = ["date": .string(CalendarDay(number: number).text)]
                    for (name, value) in figures.jsonObject { day[name] = value }
                    return .object(day)
                }
            ),
        ]
        if inquiry.question != .today, let average = series.average(of: inquiry.thisWeek) {
            object["average"] = .object(average.jsonObject)
            if let before = series.average(of: inquiry.weekBefore) {
                object["average_before"] = .object(before.jsonObject)
                object["difference"] = .object(average.difference(to: before).jsonObject)
            }
        }
        return .object(object)
    }
}

extension HealthFigures {
    /// The members `value`, `minimum` and `maximum`, and the named parts under `parts`.
    fileprivate var jsonObject: JSONObject {
        var object: JSONObject = [:]
        object["value"] = value.map(JSONValue.number)
        if let minimum, let maximum, minimum < maximum {
            object["minimum"] = .number(minimum)
            object["maximum"] = .number(maximum)
        }
        let named = parts.filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
        if !named.isEmpty { object["parts"] = .object(JSONObject(named.map { ($0.key, .number($0.value)) })) }
        return object
    }
}
