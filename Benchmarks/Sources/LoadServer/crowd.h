// The connections that stream together: they gather, get their events by turns at one rate, rest a moment, and end.

#ifndef TORII_LOADSERVER_CROWD_H
#define TORII_LOADSERVER_CROWD_H

#include "connection.h"

struct crowd;

struct crowd *crowd_create(int epoll);

// Takes a connection in; the last one's numbers hold for all. `rate` is events a second for the whole crowd; 0 sends all at once.
void crowd_join(struct crowd *crowd, struct connection *connection, long events, long rate);

// Begins to send.
void crowd_go(struct crowd *crowd);

// The timer has gone off. Connections that turn out to be broken are left to their next read.
void crowd_tick(struct crowd *crowd);

#endif
