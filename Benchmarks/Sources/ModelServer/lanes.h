// Which connection's token is due next. Connections with the same interval share a lane, in which each goes to the end when it
// has told its token; so a lane is always in order.

#ifndef TORII_MODELSERVER_LANES_H
#define TORII_MODELSERVER_LANES_H

#include <stdint.h>

#include "connection.h"

// The connection's next token is due its interval after the last one, or after now.
void lanes_join(struct connection *connection);

// It waits no more.
void lanes_leave(struct connection *connection);

// Takes out the connection whose token is due most urgently and not later than `now`; `NULL` for none.
struct connection *lanes_take_due(int64_t now);

// When the next token is due; negative for never.
int64_t lanes_next_due(void);

// The monotonic clock, in nanoseconds.
int64_t lanes_now(void);

#endif
