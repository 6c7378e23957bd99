import StandIns
import StreamingJSON

/// Changes the keys that the stand-ins accept while they run.
enum KeyControl {
    /// A server that takes `POST /keys {"openai": ["sk-1"]}`, with a list for each upstream that is to change.
    static func server(of lineup: Lineup, port: Int) -> StandInServer {
        StandInServer(name: "control", port: port) { request in
            guard request.method == "POST", request.path == "/keys" else {
                return .json(["error": "POST /keys is all there is"], status: 404)
            }
            guard let object = (try? JSONValue(parsing: request.body))?.objectValue else {
                return .json(["error": "the body must be a JSON object"], status: 400)
            }
            for (upstream, keys) in object {
                let keys = keys.arrayValue?.compactMap(\.stringValue) ?? []
                // No keys would mean that any is accepted.
                guard !keys.isEmpty, lineup.accept(keys, for: upstream) else {
                    return .json(["error": .string("no upstream, or no keys: \(upstream)")], status: 400)
                }
            }
            return .json(["done": true])
        }
    }
}
