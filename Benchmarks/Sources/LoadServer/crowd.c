#define _GNU_SOURCE
#include "crowd.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

// The time for which connections stay open after the last event, so that a client can read its figures before they end.
static const struct timespec rest = {.tv_nsec = 300 * 1000 * 1000};

struct crowd {
    enum source source;
    int timer;
    int epoll;
    struct connection **members;
    size_t count;
    size_t room;
    long events;
    long rate;
    // The number of events sent in total, and the next connection.
    long sent;
    size_t turn;
    bool is_resting;
};

struct crowd *crowd_create(int epoll) {
    struct crowd *crowd = calloc(1, sizeof *crowd);
    crowd->source = SOURCE_CROWD_TIMER;
    crowd->epoll = epoll;
    crowd->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    crowd->room = 1024;
    crowd->members = calloc(crowd->room, sizeof *crowd->members);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = crowd};
    epoll_ctl(epoll, EPOLL_CTL_ADD, crowd->timer, &event);
    return crowd;
}

void crowd_join(struct crowd *crowd, struct connection *connection, long events, long rate) {
    if (crowd->count == crowd->room) {
        // Connections point to their place in the list, so they are updated when it moves.
        crowd->room *= 2;
        crowd->members = realloc(crowd->members, crowd->room * sizeof *crowd->members);
        for (size_t place = 0; place < crowd->count; place++)
            if (crowd->members[place]) crowd->members[place]->list = crowd->members;
    }
    connection->list = crowd->members;
    connection->place = crowd->count;
    crowd->members[crowd->count++] = connection;
    crowd->events = events;
    crowd->rate = rate;
}

static void set_timer(struct crowd *crowd, struct timespec first, struct timespec interval) {
    struct itimerspec times = {.it_value = first, .it_interval = interval};
    timerfd_settime(crowd->timer, 0, &times, NULL);
}

void crowd_go(struct crowd *crowd) {
    if (crowd->count == 0) return;
    // "All at once" uses the timer too, with the shortest possible delay.
    long nanoseconds = crowd->rate > 0 ? 1000000000L / crowd->rate : 1;
    struct timespec interval = {.tv_sec = nanoseconds / 1000000000L, .tv_nsec = nanoseconds % 1000000000L};
    set_timer(crowd, interval, crowd->rate > 0 ? interval : (struct timespec){0});
}

static void send_events(struct crowd *crowd, struct connection *connection, long events) {
    if (!connection) return;
    connection->owed += events;
    connection_flush(connection, crowd->epoll);
}

static void end(struct crowd *crowd) {
    for (size_t place = 0; place < crowd->count; place++) {
        struct connection *connection = crowd->members[place];
        if (!connection) continue;
        connection->list = NULL;
        connection->ends = true;
        connection_flush(connection, crowd->epoll);
    }
    crowd->count = 0;
    crowd->sent = 0;
    crowd->turn = 0;
    crowd->is_resting = false;
}

void crowd_tick(struct crowd *crowd) {
    uint64_t expirations = 0;
    if (read(crowd->timer, &expirations, sizeof expirations) != sizeof expirations) return;
    if (crowd->is_resting) {
        end(crowd);
        return;
    }
    long total = (long)crowd->count * crowd->events;
    if (crowd->rate == 0) {
        for (size_t place = 0; place < crowd->count; place++) send_events(crowd, crowd->members[place], crowd->events);
        crowd->sent = total;
    }
    // More than one expiration means that this process was late; the events are due nevertheless.
    for (; expirations > 0 && crowd->sent < total; expirations--) {
        send_events(crowd, crowd->members[crowd->turn], 1);
        crowd->turn = crowd->turn + 1 == crowd->count ? 0 : crowd->turn + 1;
        crowd->sent++;
    }
    if (crowd->sent < total) return;
    crowd->is_resting = true;
    set_timer(crowd, rest, (struct timespec){0});
}
