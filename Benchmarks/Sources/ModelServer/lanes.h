// The connections in the order of their next tokens. Connections with the same interval share a lane; each moves to the end of its
// lane after a token, so a lane is always in order.

#ifndef TORII_MODELSERVER_LANES_H
#define TORII_MODELSERVER_LANES_H

#include <stdint.h>

#include "connection.h"

// Schedules the connection's next token, its interval after the last one, or after now.
void lanes_join(struct connection *connection);

// Removes the connection.
void lanes_leave(struct connection *connection);

// Removes and returns the connection with the earliest token due not later than `now`; `NULL` for none.
struct connection *lanes_take_due(int64_t now);

// The time of the next token; negative for none.
int64_t lanes_next_due(void);

// The monotonic clock, in nanoseconds.
int64_t lanes_now(void);

#endif
