#define _GNU_SOURCE
#include "connection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "answer.h"
#include "lanes.h"

static void await_room(struct connection *connection, int epoll, bool awaits_room) {
    if (connection->awaits_room == awaits_room) return;
    connection->awaits_room = awaits_room;
    struct epoll_event event = {.events = EPOLLIN | (awaits_room ? EPOLLOUT : 0), .data.ptr = connection};
    epoll_ctl(epoll, EPOLL_CTL_MOD, connection->descriptor, &event);
}

bool connection_flush(struct connection *connection, int epoll) {
    struct text *answer = &connection->answer;
    while (answer->length > 0) {
        ssize_t sent = send(connection->descriptor, answer->bytes, answer->length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EAGAIN) break;
        if (sent < 0) return false;
        text_drop(answer, (size_t)sent);
    }
    await_room(connection, epoll, answer->length > 0);
    return true;
}

bool connection_tell(struct connection *connection, int epoll) {
    answer_token(&connection->answer);
    connection->told++;
    if (connection->told < connection->order.tokens) {
        lanes_join(connection);
    } else {
        answer_close(&connection->answer, connection->told);
    }
    return connection_flush(connection, epoll);
}

static bool answer(struct connection *connection, int epoll, const char *body) {
    connection->order = order_read(body);
    struct order order = connection->order;
    connection->told = 0;
    if (!order.streams) {
        answer_whole(&connection->answer, order.tokens);
        return connection_flush(connection, epoll);
    }
    answer_open(&connection->answer);
    if (order.holds) {
        answer_token(&connection->answer);
        return connection_flush(connection, epoll);
    }
    // The first of paced tokens is sent at once, as after a model has read its prompt.
    if (order.interval > 0) return connection_tell(connection, epoll);
    for (long token = 0; token < order.tokens; token++) answer_token(&connection->answer);
    answer_close(&connection->answer, order.tokens);
    return connection_flush(connection, epoll);
}

bool connection_receive(struct connection *connection, int epoll) {
    char bytes[16384];
    ssize_t count = recv(connection->descriptor, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count < 0) return errno == EAGAIN;
    if (count == 0) return false;
    struct text *request = &connection->request;
    text_append(request, bytes, (size_t)count);
    char *end = strstr(request->bytes, "\r\n\r\n");
    if (!end) return request->length < 65536;
    const char *field = strcasestr(request->bytes, "\r\ncontent-length:");
    size_t body_length = field && field < end ? strtoul(field + strlen("\r\ncontent-length:"), NULL, 10) : 0;
    size_t head_length = (size_t)(end - request->bytes) + 4;
    if (request->length < head_length + body_length) return true;
    // One request at a time: these clients do not pipeline.
    bool is_fine = answer(connection, epoll, request->bytes + head_length);
    text_drop(request, request->length);
    return is_fine;
}
