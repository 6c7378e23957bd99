import Storage

extension Principal {
    /// The share whose limits the sender sees: that of the user; without a user, that of the client.
    public var ownShare: LimitShare {
        sharesInOneTimeZone.share(of: .user) ?? LimitShare(kind: .client, key: owner.client, limits: limits)
    }

    /// The shares with the time zone of the client, so that a turn counts for the same day in all of them.
    var sharesInOneTimeZone: [LimitShare] {
        guard shares.count > 1 else { return shares }
        let timeZone = limits.timeZone
        return shares.map { share in
            var share = share
            share.limits.timeZone = timeZone
            return share
        }
    }
}
