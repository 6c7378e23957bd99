import AgentTools

extension DevicePlace {
    /// The device's name in a sentence, on one line and filtered: an app may have chosen it.
    var shownName: String { TextLine(name, limit: 80).text }
    /// The app's id in a sentence.
    var shownApp: String { TextLine(app, limit: 200).text }
}
