#define _GNU_SOURCE
#include "stream.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int64_t stream_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void watch(struct stream *stream, int epoll, int operation, unsigned what) {
    struct epoll_event event = {.events = what, .data.ptr = stream};
    epoll_ctl(epoll, operation, stream->descriptor, &event);
}

static bool connect_to(struct stream *stream, int epoll, int port) {
    stream->descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (stream->descriptor < 0) return false;
    int yes = 1;
    setsockopt(stream->descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    if (connect(stream->descriptor, (struct sockaddr *)&address, sizeof address) != 0 && errno != EINPROGRESS) {
        close(stream->descriptor);
        return false;
    }
    watch(stream, epoll, EPOLL_CTL_ADD, EPOLLIN | EPOLLOUT | EPOLLET);
    stream->state = STREAM_CONNECTING;
    return true;
}

static bool send_request(struct stream *stream, const struct options *options) {
    char request[4096], path[256];
    snprintf(path, sizeof path, "%s", options->path);
    if (options->run_count > 0)
        snprintf(path, sizeof path, "/v1/runs/%s/events", options->runs[stream->number % options->run_count]);
    int length = snprintf(
        request, sizeof request,
        "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"
        "anthropic-version: 2023-06-01\r\n%s"
        "Content-Length: %zu\r\n\r\n%s",
        options->method, path, options->token, options->fields, strlen(options->body), options->body
    );
    if (length >= (int)sizeof request) return false;
    stream->state = STREAM_BUSY;
    return send(stream->descriptor, request, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT) == length;
}

bool stream_begin(struct stream *stream, int epoll, const struct options *options) {
    reply_reset(&stream->reply);
    stream->begun = stream_now();
    stream->first = 0;
    if (stream->state == STREAM_IDLE) {
        // The server may have closed the connection meanwhile, which is detected here.
        if (send_request(stream, options)) return true;
        close(stream->descriptor);
        stream->state = STREAM_CLOSED;
    }
    return connect_to(stream, epoll, options->port);
}

struct listener {
    struct stream *stream;
    struct tally *tally;
    const struct options *options;
    int64_t now;
};

static void take_token(void *context, uint64_t stamp) {
    struct listener *listener = context;
    struct stream *stream = listener->stream;
    if (!stream->first) stream->first = listener->now;
    if (stream->reply.tokens <= listener->options->delays)
        series_add(&listener->tally->delay, listener->now - (int64_t)stamp);
}

static void settle(struct stream *stream, const struct options *options, struct tally *tally, bool is_whole) {
    const struct reply *reply = &stream->reply;
    int64_t now = stream_now();
    if (reply->state == REPLY_HEAD) {
        tally->failed++;
    } else if (!is_whole) {
        tally->broken++;
    } else if (reply->status == 200) {
        bool is_right = (options->tokens == 0 || reply->tokens == options->tokens) && reply_ends_with(reply, options->ending);
        if (!is_right) {
            tally->broken++;
        } else {
            tally->turns++;
            tally->tokens += reply->tokens;
            if (stream->first) series_add(&tally->first, stream->first - stream->begun);
            series_add(&tally->whole, now - stream->begun);
        }
    } else {
        if (reply->status == 429) tally->too_many++;
        else if (reply->status == 503) tally->unavailable++;
        else tally->other_statuses++;
        if (!reply->says_when_to_come_back) tally->unannounced++;
        series_add(&tally->refusal, now - stream->begun);
    }
    if (is_whole && !reply->closes) {
        stream->state = STREAM_IDLE;
    } else {
        close(stream->descriptor);
        stream->state = STREAM_CLOSED;
    }
}

bool stream_serve(struct stream *stream, unsigned events, const struct options *options, struct tally *tally) {
    if (stream->state == STREAM_CONNECTING) {
        bool is_open = !(events & (EPOLLERR | EPOLLHUP)) && (events & EPOLLOUT);
        if (is_open && send_request(stream, options)) return false;
        settle(stream, options, tally, false);
        return true;
    }
    // Until nothing is left to read, because edge-triggered epoll reports only new data.
    while (stream->state == STREAM_BUSY || stream->state == STREAM_IDLE) {
        static char bytes[65536];
        ssize_t count = recv(stream->descriptor, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count < 0 && errno == EAGAIN) return false;
        if (stream->state == STREAM_IDLE) {
            close(stream->descriptor);
            stream->state = STREAM_CLOSED;
            return false;
        }
        if (count <= 0) {
            settle(stream, options, tally, false);
            return true;
        }
        struct listener listener = {.stream = stream, .tally = tally, .options = options, .now = stream_now()};
        reply_feed(&stream->reply, bytes, (size_t)count, take_token, &listener);
        if (stream->reply.state == REPLY_WHOLE || stream->reply.state == REPLY_BAD) {
            settle(stream, options, tally, stream->reply.state == REPLY_WHOLE);
            return true;
        }
    }
    return false;
}
