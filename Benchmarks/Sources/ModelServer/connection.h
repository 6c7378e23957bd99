// One client's connection: the request that is coming in, the answer that is going out, and when its next token is due.

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
    // Whether epoll tells when there is room to write again.
    bool awaits_room;
    struct order order;
    // How many tokens have left.
    long told;
    // When the next one is due, in nanoseconds of the monotonic clock, and who is due before and after it.
    int64_t due;
    struct lane *lane;
    struct connection *previous, *next;
};

// Reads what has come and answers requests that are whole; `false` when the client has gone or makes no sense.
bool connection_receive(struct connection *connection, int epoll);

// Writes what is to leave as far as the socket takes it; `false` when the connection is broken.
bool connection_flush(struct connection *connection, int epoll);

// Tells the token that is due, and the end after the last one; `false` when the connection is broken.
bool connection_tell(struct connection *connection, int epoll);

#endif
