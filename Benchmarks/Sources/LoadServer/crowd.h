// The connections that stream together: they gather, receive their events in rotation at one rate, pause briefly, and end.

#ifndef TORII_LOADSERVER_CROWD_H
#define TORII_LOADSERVER_CROWD_H

#include "connection.h"

struct crowd;

struct crowd *crowd_create(int epoll);

// Adds a connection; the parameters of the last one apply to all. `rate` is events a second for the whole group; 0 sends all at once.
void crowd_join(struct crowd *crowd, struct connection *connection, long events, long rate);

// Starts to send.
void crowd_go(struct crowd *crowd);

// Handles the timer. Broken connections are closed at their next read.
void crowd_tick(struct crowd *crowd);

#endif
