import AgentTools
import AgentWire
import AssistantSchemas

extension DeviceTurn {
    /// The instructions about what the person sees; empty if it is not known.
    var screenText: String {
        let entities = sender?.shownEntities ?? []
        guard !entities.isEmpty else { return "" }
        let lines = entities.map { entity in
            let title = entity.title.map { " \"\(TextLine($0, limit: 100).text)\"" } ?? ""
            return "- \(entity.type)\(title), id \(entity.id)" + (entity.isSelected ? ", selected" : "")
        }
        return "On the person's screen; \"this\" means the selected or the first one:\n"
            + UntrustedText.quoted(lines.joined(separator: "\n"), from: "things on the person's screen")
    }
}

extension SendingDevice {
    /// The things on the screen that the catalog knows, with the present names of their schemas.
    ///
    /// One whose id a model could not repeat is left out.
    var shownEntities: [Entity] {
        onScreen.compactMap { entity in
            guard let schema = SchemaCatalog.current.entity(entity.type),
                TextLine(entity.id, limit: 512).text == entity.id
            else { return nil }
            var entity = entity
            entity.type = schema.id
            return entity
        }
    }
}
