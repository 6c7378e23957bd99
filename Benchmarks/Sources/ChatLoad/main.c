// Thousands of clients of a chat server in one thread, which count their tokens and measure the tokens' delay.
//
//   ChatLoad turns …      each connection runs one turn after the other
//   ChatLoad arrivals …   turns start at a rate, whether earlier ones have ended or not
//   ChatLoad hold …       each connection opens a stream and keeps it open; prints `run=<id>` for each and `open=<n>`, waits until
//                         its standard input ends, and prints how many had ended by then
//
// The first two print one line of `name=number` pairs at the end (tally.h). A token is `@` and 16 hexadecimal digits (ModelServer).

#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "stream.h"

// The number of streams of `hold` that may be opening at once.
#define OPENING 64
// The time within which turns in progress may end after the load.
#define PATIENCE_NS 30000000000LL

static struct options options;
static struct tally tally;
static struct stream *streams;
static long stream_count;
static int epoll;

// Handles all pending events; `over` is called for each finished turn.
static void wait_and_serve(int64_t until, void (*over)(struct stream *stream)) {
    struct epoll_event events[512];
    int64_t left = until - stream_now();
    if (left < 0) left = 0;
    struct timespec timeout = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
    int count = epoll_pwait2(epoll, events, 512, &timeout, NULL);
    for (int index = 0; index < count; index++) {
        struct stream *stream = events[index].data.ptr;
        if (stream_serve(stream, events[index].events, &options, &tally)) over(stream);
    }
}

// MARK: turns

static long begun, busy;
static int64_t deadline;

static bool wants_more(void) { return options.turns > 0 ? begun < options.turns : stream_now() < deadline; }

static bool begin(struct stream *stream) {
    begun++;
    bool is_fine = stream_begin(stream, epoll, &options);
    *(is_fine ? &busy : &tally.failed) += 1;
    return is_fine;
}

static void go_on(struct stream *stream) {
    busy--;
    if (wants_more()) begin(stream);
}

static int take_turns(void) {
    int64_t start = stream_now();
    deadline = start + (int64_t)(options.seconds * 1e9);
    for (long index = 0; index < stream_count && wants_more(); index++) {
        int64_t time = start + index * options.stagger_us * 1000;
        while (stream_now() < time) wait_and_serve(time, go_on);
        begin(&streams[index]);
    }
    int64_t end = (options.turns > 0 ? INT64_MAX - PATIENCE_NS : deadline) + PATIENCE_NS;
    while (busy > 0 && stream_now() < end) wait_and_serve(stream_now() + 100000000, go_on);
    tally.broken += busy;
    printf("elapsed_us=%ld ", (long)((stream_now() - start) / 1000));
    tally_print(&tally);
    return 0;
}

// MARK: arrivals

static struct stream *free_streams;

static void give_back(struct stream *stream) {
    busy--;
    stream->next = free_streams;
    free_streams = stream;
}

static int take_arrivals(void) {
    for (long index = stream_count - 1; index >= 0; index--) {
        streams[index].next = free_streams;
        free_streams = &streams[index];
    }
    int64_t start = stream_now();
    deadline = start + (int64_t)(options.seconds * 1e9);
    long most = 0, unserved = 0;
    while (stream_now() < deadline) {
        long due = (long)floor((double)(stream_now() - start) / 1e9 * options.rate);
        while (begun + unserved < due) {
            struct stream *stream = free_streams;
            if (!stream) {
                unserved++;
                continue;
            }
            free_streams = stream->next;
            if (!begin(stream)) {
                stream->next = free_streams;
                free_streams = stream;
            }
        }
        if (busy > most) most = busy;
        wait_and_serve(stream_now() + 1000000, give_back);
    }
    while (busy > 0 && stream_now() < deadline + PATIENCE_NS) wait_and_serve(stream_now() + 100000000, give_back);
    tally.broken += busy;
    printf("offered=%ld unserved=%ld most=%ld ", begun + unserved, unserved, most);
    tally_print(&tally);
    return 0;
}

// MARK: hold

static void note_end(struct stream *stream) { fprintf(stderr, "A stream that was to stay ended with %d.\n", stream->reply.status); }

static long opened_among(long count) {
    long opened = 0;
    for (long index = 0; index < count; index++) opened += streams[index].first != 0;
    return opened;
}

static void print_runs(void) {
    for (long index = 0; index < stream_count; index++) {
        char *beginning = streams[index].reply.beginning;
        char *end = strchr(beginning, ':') ? strchr(strchr(beginning, ':') + 1, ':') : NULL;
        if (strncmp(beginning, "id: ", 4) != 0 || !end) continue;
        *end = 0;
        printf("run=%s\n", beginning + 4);
    }
}

static int hold(void) {
    long opened = 0;
    while (opened < stream_count) {
        while (begun < stream_count && begun - opened < OPENING) begin(&streams[begun]);
        wait_and_serve(stream_now() + 100000000, note_end);
        opened = opened_among(begun);
        if (tally.failed + tally.broken + tally.other_statuses + tally.unavailable + tally.too_many + tally.turns > 0) {
            tally_print(&tally);
            return 1;
        }
    }
    if (options.run_count == 0) print_runs();
    printf("open=%ld\n", opened);
    fflush(stdout);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    epoll_ctl(epoll, EPOLL_CTL_ADD, STDIN_FILENO, &event);
    while (true) {
        struct epoll_event events[512];
        int count = epoll_wait(epoll, events, 512, -1);
        for (int index = 0; index < count; index++) {
            if (!events[index].data.ptr) {
                printf("ended=%ld\n", tally.failed + tally.broken + tally.turns);
                fflush(stdout);
                return 0;
            }
            if (stream_serve(events[index].data.ptr, events[index].events, &options, &tally)) note_end(events[index].data.ptr);
        }
    }
}

int main(int count, char **arguments) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    options = options_read(count, arguments);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    stream_count = options.connections;
    streams = calloc((size_t)stream_count, sizeof *streams);
    if (!streams) abort();
    for (long index = 0; index < stream_count; index++) streams[index].number = index;
    switch (options.mode) {
    case MODE_TURNS: return take_turns();
    case MODE_ARRIVALS: return take_arrivals();
    case MODE_HOLD: return hold();
    }
}
