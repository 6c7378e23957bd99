import JSONQuery
import StreamingJSON
import ToolDeclarations

extension Polling {
    /// The state of the work that a status address shows.
    enum State: Equatable {
        case done
        case failed
        /// The progress from 0 to 1; `nil` if it is unknown.
        case underWay(progress: Double?)
    }

    /// Returns the state that an answer of the status address shows.
    func state(status: Int, _ value: JSONValue?) -> State {
        if found(failed, value) { return .failed }
        if until == nil ? status != 202 : found(until, value) { return .done }
        guard let progress, let value, let percent = (try? progress.values(in: value))?.first?.doubleValue else {
            return .underWay(progress: nil)
        }
        return .underWay(progress: min(max(percent / 100, 0), 1))
    }

    private func found(_ query: JSONQuery?, _ value: JSONValue?) -> Bool {
        guard let query, let value else { return false }
        return (try? query.values(in: value))?.isEmpty == false
    }
}
