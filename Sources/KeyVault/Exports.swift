// A key of the vault is lent, used and reported on in these types, so whoever imports the vault has them too.
@_exported public import KeyLeasing
