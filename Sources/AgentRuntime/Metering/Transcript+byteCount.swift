import LanguageModels
import StreamingJSON

extension Sequence<Transcript.Entry> {
    /// The bytes of the entries as JSON: more than the texts that a model is sent, and therefore more than the tokens that it reads.
    ///
    /// An image counts as 4096 instead of its bytes; most providers count some hundreds to a few thousand tokens for it.
    var byteCount: Int {
        reduce(0) { count, entry in
            var entry = entry
            let images = entry.segments.count { $0.attachment != nil }
            if images > 0 { entry.segments.removeAll { $0.attachment != nil } }
            return count + entry.jsonValue.serialized().utf8.count + images * 4096
        }
    }
}
