import StandIns
import StreamingJSON

/// Changes the keys that the stand-ins accept while they run.
enum KeyControl {
    /// Makes a server for `POST /keys {"openai": ["sk-1"]}`, with a list of keys for each upstream to change.
    static func server(of lineup: Lineup, port: Int) -> StandInServer {
        StandInServer(name: "control", port: port) { request in
            guard request.method == "POST", request.path == "/keys" else {
                return .json(["error": "the only route is POST /keys"], status: 404)
            }
            guard let object = (try? JSONValue(parsing: request.body))?.objectValue else {
                return .json(["error": "the body must be a JSON object"], status: 400)
            }
            for (upstream, keys) in object {
                let keys = keys.arrayValue?.compactMap(\.stringValue) ?? []
                // An empty list would mean that any key is accepted.
                guard !keys.isEmpty, lineup.accept(keys, for: upstream) else {
                    return .json(["error": .string("unknown upstream, or no keys: \(upstream)")], status: 400)
                }
            }
            return .json(["done": true])
        }
    }
}
