// One client's connection: what it still has to be sent, and how much of the next request has come.

#ifndef TORII_LOADSERVER_CONNECTION_H
#define TORII_LOADSERVER_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "payload.h"

// What epoll reports on; the first member of everything that it watches.
enum source { SOURCE_LISTENER, SOURCE_PARENT, SOURCE_CROWD_TIMER, SOURCE_DRIP_TIMER, SOURCE_CONNECTION };

struct connection {
    enum source source;
    int descriptor;
    const struct payload *payload;
    // How many chunks are due, the one that has begun to leave included.
    long owed;
    // How much of the first of them has left.
    size_t offset;
    // Whether the body ends once nothing is owed any more.
    bool ends;
    // Whether epoll tells when there is room to write again.
    bool awaits_room;
    // Where it stands in the list of those that are served on a timer.
    struct connection **list;
    size_t place;
    size_t request_length;
    char request[1024];
};

// A number of chunks that never runs out.
#define OWED_FOREVER (1L << 60)

// Sends a few bytes at once: a response header. `false` when the connection is broken.
bool connection_send(struct connection *connection, const char *text);

// Sends what is owed as far as the socket takes it. `false` when the connection is broken.
bool connection_flush(struct connection *connection, int epoll);

#endif
