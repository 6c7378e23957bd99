import Foundation
import LanguageModels
import ModelProviders
import Testing

@Suite struct SealedReasoningTests {
    /// The metadata and the signature of a thought in a transcript, and the seal that a client receives.
    @Test(
        arguments: [
            (["anthropic": "thinking"], "EqQB+/==", false, "EqQB+/=="),
            (["anthropic": "redacted_thinking"], "EmwK", true, "EmwK"),
            (["openai_reasoning_id": "rs_1"], "gAAAA:b=", false, "openai:rs_1:gAAAA:b="),
            ([:], "x", false, "other:eA=="),
        ] as [([String: String], String, Bool, String)]
    )
    func aSealReturnsToItsProvider(metadata: [String: String], signature: String, isRedacted: Bool, seal: String) throws
    {
        let thought = Transcript.Reasoning(metadata: metadata, segments: [], signature: Data(signature.utf8))
        #expect(SealedReasoning.isRedacted(thought.metadata) == isRedacted)
        #expect(SealedReasoning.seal(try #require(thought.signature), thought.metadata) == seal)
        let back = SealedReasoning.signature(of: seal, isRedacted: isRedacted)
        let stored = Transcript.Reasoning(metadata: back.metadata, segments: [], signature: back.signature)
        #expect(stored.signature == thought.signature)
        #expect(SealedReasoning.seal(back.signature, stored.metadata) == seal)
    }

    /// A seal that no provider has made is Anthropic's, which verifies it, or nothing.
    @Test(arguments: ["openai:", "other:!", ""])
    func otherTextIsHarmless(seal: String) {
        #expect(SealedReasoning.signature(of: seal, isRedacted: false).signature.count <= seal.utf8.count)
    }
}
