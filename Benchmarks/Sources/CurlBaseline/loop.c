#define _GNU_SOURCE
#include "loop.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

struct loop {
    CURLM *multi;
    int epoll;
    // The time of libcurl's next timeout, in milliseconds of the monotonic clock; negative for none.
    int64_t deadline;
};

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int socket_changed(CURL *easy, curl_socket_t descriptor, int what, void *context, void *known) {
    (void)easy;
    struct loop *loop = context;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(loop->epoll, EPOLL_CTL_DEL, descriptor, NULL);
        return 0;
    }
    struct epoll_event event = {.data.fd = descriptor};
    if (what & CURL_POLL_IN) event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
    if (epoll_ctl(loop->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event) != 0) {
        perror("epoll_ctl");
        exit(1);
    }
    curl_multi_assign(loop->multi, descriptor, loop);
    return 0;
}

static int timer_changed(CURLM *multi, long delay, void *context) {
    (void)multi;
    struct loop *loop = context;
    loop->deadline = delay < 0 ? -1 : milliseconds() + delay;
    return 0;
}

struct loop *loop_create(void) {
    struct loop *loop = calloc(1, sizeof *loop);
    loop->multi = curl_multi_init();
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->deadline = -1;
    curl_multi_setopt(loop->multi, CURLMOPT_SOCKETFUNCTION, socket_changed);
    curl_multi_setopt(loop->multi, CURLMOPT_SOCKETDATA, loop);
    curl_multi_setopt(loop->multi, CURLMOPT_TIMERFUNCTION, timer_changed);
    curl_multi_setopt(loop->multi, CURLMOPT_TIMERDATA, loop);
    return loop;
}

void loop_add(struct loop *loop, CURL *easy) {
    CURLMcode code = curl_multi_add_handle(loop->multi, easy);
    if (code == CURLM_OK) return;
    fprintf(stderr, "curl_multi_add_handle: %s\n", curl_multi_strerror(code));
    exit(1);
}

static void act(struct loop *loop, curl_socket_t descriptor, int events) {
    int running = 0;
    curl_multi_socket_action(loop->multi, descriptor, events, &running);
}

void loop_turn(struct loop *loop, void (*done)(CURL *easy, CURLcode result)) {
    int64_t left = loop->deadline < 0 ? -1 : loop->deadline - milliseconds();
    struct epoll_event events[64];
    int count = epoll_wait(loop->epoll, events, 64, loop->deadline < 0 ? -1 : left < 0 ? 0 : (int)left);
    for (int index = 0; index < count; index++) {
        int what = 0;
        if (events[index].events & EPOLLIN) what |= CURL_CSELECT_IN;
        if (events[index].events & EPOLLOUT) what |= CURL_CSELECT_OUT;
        if (events[index].events & (EPOLLERR | EPOLLHUP)) what |= CURL_CSELECT_ERR;
        act(loop, events[index].data.fd, what);
    }
    if (loop->deadline >= 0 && loop->deadline <= milliseconds()) {
        loop->deadline = -1;
        act(loop, CURL_SOCKET_TIMEOUT, 0);
    }
    int remaining = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(loop->multi, &remaining))) {
        if (message->msg != CURLMSG_DONE) continue;
        CURL *easy = message->easy_handle;
        CURLcode result = message->data.result;
        curl_multi_remove_handle(loop->multi, easy);
        done(easy, result);
    }
}
