// A cheap loopback server of server-sent events: one thread, epoll, and every event prepared in advance.
//
// It prints its port and serves until its standard input ends, so it ends with the program that started it.
//
//   GET /tokens?events=100&rate=10000&bytes=220   joins the group: a header at once, the events after /go
//   GET /go                                       starts the group, with `rate` events a second in total (0: all at once)
//   GET /idle                                     sends a header and nothing else
//   GET /silent                                   sends nothing
//   GET /drip                                     sends an event every millisecond, without end
//   GET /endless                                  sends events as fast as they are read, without end
//   GET /short                                    sends one event and ends normally
//   GET /found                                    sends a result of a search in SearXNG's format
//   GET /forecast                                 sends the weather of a place in Open-Meteo's format

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "connection.h"
#include "crowd.h"

static const char stream_header[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
static const char empty_answer[] = "HTTP/1.1 204 No Content\r\n\r\n";
static const char found_answer[] =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 101\r\n\r\n"
    "{\"results\":[{\"title\":\"Torii (architecture)\","
    "\"url\":\"https://example.test/torii\",\"content\":\"A gate.\"}]}";
static const char forecast[] =
    "{\"latitude\":35.0,\"longitude\":135.75,\"generationtime_ms\":0.21,\"utc_offset_seconds\":32400,"
    "\"timezone\":\"Asia/Tokyo\",\"timezone_abbreviation\":\"GMT+9\",\"elevation\":51.0,\"current_units\":{"
    "\"time\":\"iso8601\",\"interval\":\"seconds\",\"temperature_2m\":\"°C\",\"relative_humidity_2m\":\"%\","
    "\"apparent_temperature\":\"°C\",\"precipitation\":\"mm\",\"weather_code\":\"wmo code\",\"wind_speed_10m\":\"km/h\"},"
    "\"current\":{\"time\":\"2026-11-24T21:00\",\"interval\":900,\"temperature_2m\":8.4,\"relative_humidity_2m\":71,"
    "\"apparent_temperature\":6.9,\"precipitation\":0.0,\"weather_code\":3,\"wind_speed_10m\":4.3},\"daily_units\":{"
    "\"time\":\"iso8601\",\"weather_code\":\"wmo code\",\"temperature_2m_max\":\"°C\",\"temperature_2m_min\":\"°C\","
    "\"precipitation_probability_max\":\"%\"},\"daily\":{\"time\":[\"2026-11-24\",\"2026-11-25\",\"2026-11-26\"],"
    "\"weather_code\":[3,61,2],\"temperature_2m_max\":[14.1,12.0,13.3],\"temperature_2m_min\":[5.2,7.7,4.9],"
    "\"precipitation_probability_max\":[8,83,12]}}";
static char forecast_answer[sizeof forecast + 200];
static const char unknown_answer[] = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

#define DRIP_ROOM 65536

static int epoll;
static struct crowd *crowd;
static struct connection *dripping[DRIP_ROOM];
static size_t drip_count = 0;
static int drip_timer;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// Returns the number after `name=` in a request's path.
static long parameter(const char *request, const char *name, long fallback) {
    const char *found = strstr(request, name);
    return found ? strtol(found + strlen(name), NULL, 10) : fallback;
}

static bool starts_with(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

// Handles a request; `false` if the connection is broken.
static bool answer(struct connection *connection, const char *request) {
    connection->payload = payload_of((size_t)parameter(request, "bytes=", 220));
    if (starts_with(request, "GET /tokens")) {
        crowd_join(crowd, connection, parameter(request, "events=", 100), parameter(request, "rate=", 1000));
        return connection_send(connection, stream_header);
    }
    if (starts_with(request, "GET /go")) {
        crowd_go(crowd);
        return connection_send(connection, empty_answer);
    }
    if (starts_with(request, "GET /idle")) return connection_send(connection, stream_header);
    if (starts_with(request, "GET /silent")) return true;
    if (starts_with(request, "GET /found")) return connection_send(connection, found_answer);
    if (starts_with(request, "GET /forecast")) return connection_send(connection, forecast_answer);
    if (starts_with(request, "GET /drip") && drip_count < DRIP_ROOM) {
        connection->list = dripping;
        connection->place = drip_count;
        dripping[drip_count++] = connection;
        return connection_send(connection, stream_header);
    }
    if (starts_with(request, "GET /endless")) {
        // A small send buffer in the kernel, so that a reader who stops is noticed soon.
        int size = 16 * 1024;
        setsockopt(connection->descriptor, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
        connection->owed = OWED_FOREVER;
        return connection_send(connection, stream_header) && connection_flush(connection, epoll);
    }
    if (starts_with(request, "GET /short")) {
        connection->owed = 1;
        connection->ends = true;
        return connection_send(connection, stream_header) && connection_flush(connection, epoll);
    }
    return connection_send(connection, unknown_answer);
}

// Reads more; `false` if the client has closed or the request is invalid.
static bool receive(struct connection *connection) {
    char *request = connection->request;
    size_t room = sizeof connection->request - 1 - connection->request_length;
    ssize_t count = recv(connection->descriptor, request + connection->request_length, room, MSG_DONTWAIT);
    if (count <= 0) return false;
    connection->request_length += (size_t)count;
    request[connection->request_length] = 0;
    // One request at a time: these clients do not pipeline.
    if (!strstr(request, "\r\n\r\n")) return connection->request_length < sizeof connection->request - 1;
    connection->request_length = 0;
    return answer(connection, request);
}

static void drop(struct connection *connection) {
    if (connection->list == dripping) {
        // The last connection moves to the free place.
        struct connection *last = dripping[--drip_count];
        dripping[connection->place] = last;
        last->place = connection->place;
    } else if (connection->list) {
        connection->list[connection->place] = NULL;
    }
    close(connection->descriptor);
    free(connection);
}

static void accept_all(int listener) {
    int descriptor;
    while ((descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        int yes = 1;
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        struct connection *connection = calloc(1, sizeof *connection);
        connection->source = SOURCE_CONNECTION;
        connection->descriptor = descriptor;
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll_ctl");
    }
}

static void drip(void) {
    uint64_t expirations = 0;
    if (read(drip_timer, &expirations, sizeof expirations) != sizeof expirations) return;
    for (size_t place = 0; place < drip_count; place++) {
        dripping[place]->owed++;
        connection_flush(dripping[place], epoll);
    }
}

static void watch(int descriptor, enum source *source) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = source};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll_ctl");
}

static int listen_on_loopback(void) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, SOMAXCONN) != 0) fail("listen");
    if (getsockname(listener, (struct sockaddr *)&address, &length) != 0) fail("getsockname");
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return listener;
}

int main(void) {
    snprintf(forecast_answer, sizeof forecast_answer,
             "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
             sizeof forecast - 1, forecast);
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    epoll = epoll_create1(EPOLL_CLOEXEC);
    crowd = crowd_create(epoll);

    drip_timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    static enum source listener_source = SOURCE_LISTENER, parent_source = SOURCE_PARENT, drip_source = SOURCE_DRIP_TIMER;
    int listener = listen_on_loopback();
    watch(listener, &listener_source);
    watch(STDIN_FILENO, &parent_source);
    watch(drip_timer, &drip_source);
    bool is_dripping = false;

    struct epoll_event events[256];
    while (true) {
        int count = epoll_wait(epoll, events, 256, -1);
        for (int index = 0; index < count; index++) {
            struct connection *connection = events[index].data.ptr;
            switch (*(enum source *)events[index].data.ptr) {
            case SOURCE_LISTENER: accept_all(listener); break;
            case SOURCE_PARENT: {
                char bytes[64];
                if (read(STDIN_FILENO, bytes, sizeof bytes) <= 0) return 0;
                break;
            }
            case SOURCE_CROWD_TIMER: crowd_tick(crowd); break;
            case SOURCE_DRIP_TIMER: drip(); break;
            case SOURCE_CONNECTION: {
                bool is_fine = true;
                if (events[index].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) is_fine = receive(connection);
                if (is_fine && events[index].events & EPOLLOUT) is_fine = connection_flush(connection, epoll);
                if (!is_fine) drop(connection);
                break;
            }
            }
        }
        // The timer runs only while a connection needs it.
        if ((drip_count > 0) != is_dripping) {
            is_dripping = drip_count > 0;
            struct itimerspec times = {.it_value.tv_nsec = is_dripping ? 1000000 : 0, .it_interval.tv_nsec = 1000000};
            timerfd_settime(drip_timer, 0, &times, NULL);
        }
    }
}
