#define _GNU_SOURCE
#include "lanes.h"

#include <stdlib.h>
#include <time.h>

struct lane {
    long interval;
    struct connection *first, *last;
    struct lane *next;
};

static struct lane *lanes = NULL;

int64_t lanes_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static struct lane *lane_of(long interval) {
    for (struct lane *lane = lanes; lane; lane = lane->next)
        if (lane->interval == interval) return lane;
    struct lane *lane = calloc(1, sizeof *lane);
    if (!lane) abort();
    lane->interval = interval;
    lane->next = lanes;
    lanes = lane;
    return lane;
}

void lanes_join(struct connection *connection) {
    struct lane *lane = lane_of(connection->order.interval);
    // Counted from the time at which the last token was due, so that lateness does not add up; the first token starts the count.
    int64_t base = connection->told > 1 ? connection->due : lanes_now();
    connection->due = base + connection->order.interval * 1000000;
    connection->lane = lane;
    // A connection that starts may be slightly later than one that catches up, so its place is searched from the end.
    struct connection *before = lane->last;
    while (before && before->due > connection->due) before = before->previous;
    connection->previous = before;
    connection->next = before ? before->next : lane->first;
    *(connection->next ? &connection->next->previous : &lane->last) = connection;
    *(before ? &before->next : &lane->first) = connection;
}

void lanes_leave(struct connection *connection) {
    struct lane *lane = connection->lane;
    if (!lane) return;
    *(connection->previous ? &connection->previous->next : &lane->first) = connection->next;
    *(connection->next ? &connection->next->previous : &lane->last) = connection->previous;
    connection->lane = NULL;
    connection->previous = connection->next = NULL;
}

static struct connection *first(void) {
    struct connection *found = NULL;
    for (struct lane *lane = lanes; lane; lane = lane->next)
        if (lane->first && (!found || lane->first->due < found->due)) found = lane->first;
    return found;
}

struct connection *lanes_take_due(int64_t now) {
    struct connection *connection = first();
    if (!connection || connection->due > now) return NULL;
    lanes_leave(connection);
    return connection;
}

int64_t lanes_next_due(void) {
    struct connection *connection = first();
    return connection ? connection->due : -1;
}
