import StreamingJSON

/// A contact as the tool reports it: given name and birthday only.
struct BirthdayContact: Hashable {
    let givenName: String
    let birthday: Birthday

    /// Returns the line for the model.
    func text(for caller: Caller) -> String {
        caller.text("\(givenName) (\(birthday.text(for: caller)))", "\(givenName)（\(birthday.text(for: caller))）")
    }

    /// The contact as data that a client can display.
    var jsonValue: JSONValue { ["given_name": .string(givenName), "birthday": .string(birthday.text)] }
}
