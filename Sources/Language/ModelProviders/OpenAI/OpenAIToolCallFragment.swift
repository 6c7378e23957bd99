import StreamingJSON

/// One element of `tool_calls`.
struct OpenAIToolCallFragment {
    private(set) var id = ""
    private(set) var name = ""
    private(set) var arguments = ""
    private(set) var index: Int?
    /// Whether arguments that were sent as an object are valid JSON.
    private(set) var areArgumentsWhole = true
    /// Its position among the elements of its delta.
    let position: Int

    /// Whether it may be the first fragment of a call.
    ///
    /// Only the first must have a name, but some servers repeat the name.
    var hasName: Bool { !name.isEmpty }

    /// Reads an element.
    init(_ element: inout JSONReader, position: Int) {
        self.position = position
        element.members { name, value in
            if name.isString("function") {
                value.members { read($0, of: &$1) }
            } else if name.isString("index") {
                index = value.text().integer
            } else if name.isString("id") {
                id = value.string() ?? ""
            }
        }
    }

    private mutating func read(_ name: JSONText, of function: inout JSONReader) {
        if name.isString("arguments") {
            let text = function.text()
            // By specification the arguments are a text; some servers send the object itself.
            let object = text.isObject ? text.value : nil
            arguments = text.string ?? object?.serialized() ?? ""
            areArgumentsWhole = !text.isObject || object != nil
        } else if name.isString("name") {
            self.name = function.string() ?? ""
        }
    }
}
