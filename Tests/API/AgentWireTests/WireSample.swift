import AgentWire
import StreamingJSON
import Testing

/// The bytes of a value of the wire, and its type.
struct WireSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let json: String
    private let read: @Sendable (JSONValue) throws -> JSONValue

    init<Value: WireValue>(_ type: Value.Type, _ json: String) {
        testDescription = "\(type) \(json.prefix(40))"
        self.json = json
        read = { value in
            let first = try Value(jsonValue: value)
            #expect(try Value(jsonValue: first.jsonValue) == first)
            return first.jsonValue
        }
    }

    /// Reads the bytes and writes them again.
    func rewritten() throws -> String { try read(JSONValue(parsing: json)).serialized() }

    /// The pointers of the faults that reading finds in a value.
    func faults(in value: JSONValue) -> [String]? {
        do {
            _ = try read(value)
            return nil
        } catch let error as WireError {
            return error.faults.map(\.pointer)
        } catch {
            Issue.record(error)
            return nil
        }
    }
}
