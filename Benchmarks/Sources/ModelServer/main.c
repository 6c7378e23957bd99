// A cheap loopback model: OpenAI's chat completions from one thread, with the number and pace of tokens that a message asks for.
//
// It prints its port and serves until its standard input ends, so it ends with the program that started it. order.h has the
// parameters of a message. Each token contains the time at which it was sent.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "connection.h"
#include "lanes.h"

static int epoll, listener, timer;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void listen_on_loopback(void) {
    listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, 4096) != 0) fail("listen");
    if (getsockname(listener, (struct sockaddr *)&address, &length) != 0) fail("getsockname");
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
}

static void accept_all(void) {
    int descriptor;
    while ((descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        int yes = 1;
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        struct connection *connection = calloc(1, sizeof *connection);
        if (!connection) fail("calloc");
        connection->descriptor = descriptor;
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll_ctl");
    }
}

static void drop(struct connection *connection) {
    lanes_leave(connection);
    close(connection->descriptor);
    text_drop(&connection->request, connection->request.length);
    text_drop(&connection->answer, connection->answer.length);
    free(connection);
}

static void tell_what_is_due(void) {
    int64_t now = lanes_now();
    struct connection *connection;
    // A broken connection is closed at its next read.
    while ((connection = lanes_take_due(now))) connection_tell(connection, epoll);
}

static void set_timer(void) {
    static int64_t set = -1;
    int64_t due = lanes_next_due();
    if (due == set) return;
    set = due;
    struct itimerspec times = {0};
    if (due >= 0) {
        times.it_value.tv_sec = due / 1000000000;
        times.it_value.tv_nsec = due % 1000000000;
    }
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &times, NULL);
}

static void watch(int descriptor, void *source) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = source};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll_ctl");
}

static void serve(struct epoll_event event) {
    struct connection *connection = event.data.ptr;
    bool is_fine = true;
    if (event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) is_fine = connection_receive(connection, epoll);
    if (is_fine && event.events & EPOLLOUT) is_fine = connection_flush(connection, epoll);
    if (!is_fine) drop(connection);
}

int main(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    epoll = epoll_create1(EPOLL_CLOEXEC);
    timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    listen_on_loopback();
    static char parent;
    watch(listener, &listener);
    watch(timer, &timer);
    watch(STDIN_FILENO, &parent);
    struct epoll_event events[256];
    while (true) {
        set_timer();
        int count = epoll_wait(epoll, events, 256, -1);
        for (int index = 0; index < count; index++) {
            void *source = events[index].data.ptr;
            if (source == &listener) {
                accept_all();
            } else if (source == &timer) {
                tell_what_is_due();
            } else if (source == &parent) {
                char bytes[64];
                if (read(STDIN_FILENO, bytes, sizeof bytes) <= 0) return 0;
            } else {
                serve(events[index]);
            }
        }
    }
}
