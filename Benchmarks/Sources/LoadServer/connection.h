// A client's connection: the pending output, and the request received so far.

#ifndef TORII_LOADSERVER_CONNECTION_H
#define TORII_LOADSERVER_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "payload.h"

// The object that epoll reports; the first member of everything that it watches.
enum source { SOURCE_LISTENER, SOURCE_PARENT, SOURCE_CROWD_TIMER, SOURCE_DRIP_TIMER, SOURCE_CONNECTION };

struct connection {
    enum source source;
    int descriptor;
    const struct payload *payload;
    // The number of chunks to send, including a partially sent one.
    long owed;
    // The number of bytes sent of the first chunk.
    size_t offset;
    // Whether the body ends after the last chunk.
    bool ends;
    // Whether epoll reports when the socket can be written again.
    bool awaits_room;
    // The index in the list of connections that are served by a timer.
    struct connection **list;
    size_t place;
    size_t request_length;
    char request[1024];
};

// A number of chunks that never runs out.
#define OWED_FOREVER (1L << 60)

// Sends a response header at once. `false` if the connection is broken.
bool connection_send(struct connection *connection, const char *text);

// Sends as many pending bytes as the socket accepts. `false` if the connection is broken.
bool connection_flush(struct connection *connection, int epoll);

#endif
