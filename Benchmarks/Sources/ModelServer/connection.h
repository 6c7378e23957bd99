// A client's connection: the incoming request, the outgoing answer, and the time of its next token.

#ifndef TORII_MODELSERVER_CONNECTION_H
#define TORII_MODELSERVER_CONNECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "order.h"
#include "text.h"

struct lane;

struct connection {
    int descriptor;
    struct text request;
    struct text answer;
    // Whether epoll reports when the socket can be written again.
    bool awaits_room;
    struct order order;
    // The number of tokens sent.
    long told;
    // The time of the next token in nanoseconds of the monotonic clock, and the connections due before and after it.
    int64_t due;
    struct lane *lane;
    struct connection *previous, *next;
};

// Reads the available bytes and answers complete requests; `false` if the client has closed or the request is invalid.
bool connection_receive(struct connection *connection, int epoll);

// Writes as many pending bytes as the socket accepts; `false` if the connection is broken.
bool connection_flush(struct connection *connection, int epoll);

// Sends the token that is due, and the end after the last one; `false` if the connection is broken.
bool connection_tell(struct connection *connection, int epoll);

#endif
