#define _GNU_SOURCE
#include "connection.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

bool connection_send(struct connection *connection, const char *text) {
    ssize_t length = (ssize_t)strlen(text);
    // The socket's buffer is empty at this point, so a short write is an error.
    return send(connection->descriptor, text, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT) == length;
}

static void await_room(struct connection *connection, int epoll, bool awaits_room) {
    if (connection->awaits_room == awaits_room) return;
    connection->awaits_room = awaits_room;
    struct epoll_event event = {.events = EPOLLIN | (awaits_room ? EPOLLOUT : 0), .data.ptr = connection};
    epoll_ctl(epoll, EPOLL_CTL_MOD, connection->descriptor, &event);
}

bool connection_flush(struct connection *connection, int epoll) {
    const struct payload *payload = connection->payload;
    while (connection->owed > 0) {
        long chunks = connection->owed < (long)payload->repeats ? connection->owed : (long)payload->repeats;
        size_t length = (size_t)chunks * payload->chunk_length - connection->offset;
        const char *bytes = payload->bytes + connection->offset;
        char stamped[4096];
        // A paced stream sends one whole event at a time.
        if (chunks == 1 && connection->offset == 0 && length <= sizeof stamped) {
            payload_stamp(payload, stamped);
            bytes = stamped;
        }
        ssize_t sent = send(connection->descriptor, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0) {
            if (errno != EAGAIN) return false;
            await_room(connection, epoll, true);
            return true;
        }
        size_t position = connection->offset + (size_t)sent;
        connection->owed -= (long)(position / payload->chunk_length);
        connection->offset = position % payload->chunk_length;
    }
    await_room(connection, epoll, false);
    if (!connection->ends) return true;
    connection->ends = false;
    return connection_send(connection, "0\r\n\r\n");
}
