// The vault's functions use these types of leases and outcomes, so importing the vault imports them too.
@_exported public import KeyLeasing
