import StreamingJSON

/// A person of an address book, as far as they are told of: the name to call them by, and their birthday.
struct BirthdayContact: Hashable {
    let givenName: String
    let birthday: Birthday

    /// A line for the model.
    func text(for caller: Caller) -> String {
        caller.text("\(givenName) (\(birthday.text(for: caller)))", "\(givenName)（\(birthday.text(for: caller))）")
    }

    /// The contact for a client to draw.
    var jsonValue: JSONValue { ["given_name": .string(givenName), "birthday": .string(birthday.text)] }
}
