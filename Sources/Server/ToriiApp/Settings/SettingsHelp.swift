/// The help of the settings: each one's name, default and description.
public enum SettingsHelp {
    /// A setting with its default and its description.
    struct Entry {
        let name: SettingName
        /// The default in `.env.example`; empty for none.
        let standard: String
        /// The setting's effect, its unit, and the situation in which to change it.
        let meaning: String

        init(_ name: SettingName, _ standard: String, _ meaning: String) {
            self.name = name
            self.standard = standard
            self.meaning = meaning
        }
    }

    /// The settings under one heading.
    struct Section {
        let title: String
        let entries: [Entry]
    }

    /// The help of all settings, in lines of at most 80 columns.
    public static var text: String {
        var lines = wrapped(
            "Settings are read from the environment, then from .env in the current folder, then from these defaults. A flag of torii "
                + "serve overrides all of them. .env.example explains each setting in full.",
            indentation: 0
        )
        for section in sections {
            lines += ["", section.title]
            for entry in section.entries {
                lines.append("  \(entry.name.rawValue)" + (entry.standard.isEmpty ? "" : "=\(entry.standard)"))
                lines += wrapped(entry.meaning, indentation: 6)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func wrapped(_ text: String, indentation: Int) -> [String] {
        let margin = String(repeating: " ", count: indentation)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indentation + line.utf8.count + 1 + word.utf8.count > 80 {
                lines.append(margin + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [margin + line]
    }
}
