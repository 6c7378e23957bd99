extension TokenRefusal {
    /// The text for the operator: the fault and its remedy.
    ///
    /// It may name the issuer, audience, tenant and key of the token, and no claim about the user.
    public var operatorText: String {
        let (found, expected) = (found ?? "nothing", expected ?? "nothing")
        return switch reason {
        case .tooLong:
            "The token has more than \(CompactToken.longest) bytes. Let the issuer write fewer claims, such as groups."
        case .notThreeParts where found == CompactToken.ofTorii:
            "This is a token of Torii, and not one of an issuer. Test the token that the app gets for its user; one of "
                + "Torii is sent as it is."
        case .notThreeParts where found == CompactToken.emptyPart:
            "One of the three parts of the token is empty, as the signature is with the algorithm none. Let the issuer "
                + "sign the token."
        case .notThreeParts:
            "The text is no signed token: it has \(found) instead of 3 with dots between. An encrypted token has "
                + "5, an opaque one 1. "
                + "Ask the issuer for a signed access token; Auth0 needs the audience of an API for that."
        case .notBase64URL:
            "A part of the token is not base64url without padding. Copy the token again, without quotes, spaces "
                + "or line ends."
        case .headerUnreadable:
            "The header is not a JSON object of at most \(TokenHeader.longest) bytes. Copy the token again."
        case .headerRepeats, .claimsRepeat:
            "The token repeats a member, which two programs may read differently. Report it to the issuer."
        case .criticalExtension:
            "The header has \(found), an extension that is not known here. Let the issuer sign without it."
        case .compressed: "The header has \(found): the token is compressed or encrypted. Let the issuer sign it only."
        case .foreignKey:
            "The header has \(found), which brings a key of its sender. Keys are only accepted from the issuer's "
                + "key set; let it sign without."
        case .algorithmUnknown:
            "The algorithm \(found) is not accepted. Let the issuer sign with ES256, ES384, EdDSA or RS256; HS256 "
                + "needs an issuer with a secret (--secret)."
        case .keyIDUnreadable:
            "The key's id (kid) is not a text of at most \(TokenHeader.longestKeyID) bytes. Report it to the issuer."
        case .otherKind:
            "The header declares another kind of token (typ \(found)). Send an access token, or an ID token where "
                + "the issuer's settings want one."
        case .claimsUnreadable:
            "The claims are not a JSON object of at most \(CompactToken.longest) bytes and "
                + "\(CompactToken.deepestClaims) levels. Report it to the issuer."
        case .issuerMissing:
            "The token has no issuer (iss), or it is not a text. Use a token of an OpenID provider, or sign iss."
        case .issuerUnknown where expected == "nothing":
            "There is no issuer yet, and the token is of \(found). Add it with torii issuers add."
        case .issuerUnknown:
            "There is no issuer \(found), byte for byte; there are \(expected). Add it with torii issuers add, or "
                + "correct its slash or spelling."
        case .otherTenant:
            "The token is of another tenant: it has \(found), and the issuer's settings have \(expected). Sign in at "
                + "that tenant, or add this one (--tenant)."
        case .graphToken:
            "The token is for Microsoft Graph, and only Graph can check it. Expose an API in the app's "
                + "registration and request its scope, "
                + "such as api://APPLICATION-ID/access; then the token's audience is this server."
        case .idToken:
            "This is an ID token (it has \(found)), which is for the app and not for a server. Send the access "
                + "token; request it for the "
                + "audience of this server."
        case .audienceUnreadable: "The audience (aud) is neither a text nor a list of texts. Report it to the issuer."
        case .otherAudience where isOfBackend:
            "The token is for the audience \(found), and this server is \(expected) (TORII_PUBLIC_URL). Let the "
                + "backend write that audience."
        case .otherAudience where found == "account":
            "The audience is account, which Keycloak writes by default. Add an audience mapper with \(expected) "
                + "to the client's scope, or bind "
                + "the issuer to the client's id instead (--party)."
        case .otherAudience:
            "The token is for the audience \(found), and the issuer is bound to \(expected). Let the app request a "
                + "token for this server, or add "
                + "the audience (--audience) if it means this server."
        case .otherParty:
            "The token was issued for the client \(found), and the issuer is bound to \(expected). Add the client's "
                + "id (--party) if it is this app."
        case .severalRows:
            "The token fits several issuers \(found), because it has several audiences. Let the app request a "
                + "token for one audience only."
        case .keyUnknown where isOfBackend:
            "The issuer has no key \(found); it has \(expected). Let the backend write the id of its key into the "
                + "header (kid), or add its public key to public_keys of the issuer."
        case .keyUnknown:
            "The issuer's key set has no key \(found) for signatures; it has \(expected). If the issuer has just "
                + "changed its keys, run "
                + "torii issuers check; else the token is of another issuer with the same name, or its algorithm "
                + "needs another key."
        case .keyLeftOut:
            "The key \(found) of the issuer \(expected). Let the issuer sign with another key."
        case .keyUnfit:
            "The key \(found) is not for the algorithm of the token; it is for \(expected). Let the issuer name "
                + "the key's algorithm (alg), or add "
                + "the algorithm to those of the issuer's settings."
        case .keyAmbiguous:
            "Several keys of the issuer fit \(found). Let the issuer write a different key id (kid) for each, and "
                + "into tokens."
        case .signature:
            "The signature is not by the key \(found) of the issuer. The token was changed or forged; request "
                + "another one."
        case .endMissing: "The token has no end (exp). Let the issuer write one."
        case .timeUnreadable:
            "The time \(found) is not a number of seconds since 1970. Let the issuer write a number, not a text "
                + "or milliseconds."
        case .expired:
            "The token expired \(found) ago; \(expected) are tolerated. Let the app refresh its token; if it is "
                + "new, set this server's clock."
        case .notYetValid:
            "The token is of the future: \(found) ahead; \(expected) are tolerated. Set the clock of the issuer "
                + "or of this server."
        case .livesTooLong:
            "The token is valid for \(found), and the issuer's settings allow \(expected). Shorten it at the issuer, "
                + "or raise maximum_lifetime of the settings."
        case .otherToken: "This is a refresh, logout or event token (\(found)). Send the access token."
        case .untyped:
            "The access token does not declare at+jwt (typ), as the issuer's settings require. Send an access token, "
                + "or remove typed from the settings."
        case .accessToken:
            "This is an access token, and the issuer's settings want an ID token. Send the ID token, or change "
                + "token of the settings."
        case .nonce:
            "The token has not the nonce that the app has sent. Let the app sign in again, and send the token of "
                + "that sign-in."
        case .requirement:
            "The claim \(found) is missing, or has a value that the issuer's settings do not allow. Change it at the "
                + "issuer, or require of the settings."
        case .confirmationUnknown:
            "The token is bound to its sender by another means than DPoP (cnf). Let the issuer bind it by DPoP, "
                + "or not at all."
        case .proofRequired:
            "The token is bound to a key of its sender. The app has to send it with a DPoP proof by that key."
        case .userMissing where isOfBackend:
            "The token has no claim \(found), which identifies the user. Let the backend write it."
        case .userMissing:
            "The token has no claim \(found), which identifies the user. Request the scope that brings it, or "
                + "name another claim."
        case .userUnusable where isOfBackend:
            "The claim \(found) cannot identify a user: it has to be a text of 1 to 255 characters without "
                + "control characters. Let the backend write such a text."
        case .userUnusable:
            "The claim \(found) cannot identify a user: it has to be a text of 1 to 255 characters without "
                + "control characters. Name another claim."
        }
    }
}
