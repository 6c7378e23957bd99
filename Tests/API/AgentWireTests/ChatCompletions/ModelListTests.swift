import AgentWire
import StreamingJSON
import Testing

@Suite struct ModelListTests {
    @Test func modelsAreListed() {
        let list = ModelList([
            .init(id: "phrasebook", createdAt: 5, owner: "torii"),
            .init(id: "openai:gpt", createdAt: 6, owner: "openai"),
        ])
        #expect(
            list.jsonValue.serialized()
                == #"{"object":"list","data":[{"id":"phrasebook","object":"model","created":5,"owned_by":"torii"},"#
                + #"{"id":"openai:gpt","object":"model","created":6,"owned_by":"openai"}]}"#
        )
        #expect(list["openai:gpt"]?.owner == "openai")
        #expect(list["gpt"] == nil)
        #expect(ModelList([]).jsonValue.serialized() == #"{"object":"list","data":[]}"#)
    }
}
