import AgentWire
import HTTPTypes
import Hummingbird

extension Request {
    /// The first language in `Accept-Language`; `nil` if there is none.
    var acceptedLocale: String? {
        guard let tag = headers[.acceptLanguage]?.split(whereSeparator: { $0 == "," || $0 == ";" }).first else {
            return nil
        }
        let locale = String(tag.drop { $0 == " " })
        return CallerFields.fault(inLocale: locale) == nil ? locale : nil
    }

    /// Returns the time zone in the request's header; `nil` if there is none.
    ///
    /// - Throws: ``Problem`` for an unknown name.
    func timeZone() throws(Problem) -> String? {
        guard let name = headers[.timeZone] else { return nil }
        if let fault = CallerFields.fault(inTimeZone: name) {
            throw Problem(.invalidRequest, detail: "the header field Torii-Time-Zone is \(fault)")
        }
        return name
    }
}
