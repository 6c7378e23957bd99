/// The models that are known, by their names, to see images or to be unable to; each dialect adds its own.
///
/// A provider answers an image that its model cannot see with an error, so a model with an unknown name may be sent one. Ollama instead
/// sends such a model the text alone, and the model makes something up; there only models that are known to see are sent images.
enum VisionTable {
    /// Returns the name without its publisher, such as `meta-llama/`, in lower case.
    static func bare(_ name: String) -> String {
        (name.split(separator: "/").last.map(String.init) ?? name).lowercased()
    }

    /// Whether the name has one of the prefixes.
    static func begins(_ name: String, _ prefixes: [String]) -> Bool {
        prefixes.contains(where: name.hasPrefix)
    }
}
