import LanguageModels
import StreamingJSON

extension Sequence<Transcript.Entry> {
    /// How many bytes the entries have as JSON: more than a model is sent of their texts, and so more than it reads tokens.
    var byteCount: Int { reduce(0) { $0 + $1.jsonValue.serialized().utf8.count } }
}
