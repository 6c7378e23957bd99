import LanguageModels
import StreamingJSON

extension Sequence<Transcript.Entry> {
    /// The bytes of the entries as JSON: more than a model is sent of their texts, and so more than it reads tokens.
    ///
    /// An image counts 4096 in the place of its bytes; providers count some hundreds to a few thousand for most.
    var byteCount: Int {
        reduce(0) { count, entry in
            var entry = entry
            let images = entry.segments.count { $0.attachment != nil }
            if images > 0 { entry.segments.removeAll { $0.attachment != nil } }
            return count + entry.jsonValue.serialized().utf8.count + images * 4096
        }
    }
}
