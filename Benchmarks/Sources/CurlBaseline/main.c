// The minimal program that Torii's client is compared with: libcurl's multi interface, epoll, counters, and nothing else.
//
//   CurlBaseline tokens <port> <streams> <events each> <rate> <bytes each> bytes|events|delays
//   CurlBaseline idle <port> <streams>
//
// It has the same arguments, the same requests and the same output line as TransportStreams.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "event_splitter.h"
#include "loop.h"

struct stream {
    bool splits;
    struct event_splitter splitter;
};

static struct {
    long headers;
    long bytes;
    long events;
    long ended;
} seen;

// The delays of events, in nanoseconds.
static struct {
    long *values;
    long count;
    long room;
} delays;

// The server writes the time at which it sends an event into the event's data.
static void take_delay(const char *data, size_t length) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (length < 32 || delays.count == delays.room) return;
    char digits[17] = {0};
    memcpy(digits, data + 16, 16);
    long sent = (long)strtoull(digits, NULL, 16);
    if (sent > 0) delays.values[delays.count++] = now.tv_sec * 1000000000L + now.tv_nsec - sent;
}

static int compare(const void *left, const void *right) {
    long difference = *(const long *)left - *(const long *)right;
    return difference < 0 ? -1 : difference > 0;
}

static long delay_microseconds(double part) {
    if (delays.count == 0) return -1;
    return delays.values[(long)(part * (double)(delays.count - 1))] / 1000;
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
    (void)context;
    // The blank line at the end of the header.
    if (size * count == 2 && bytes[0] == '\r') seen.headers++;
    return size * count;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
    struct stream *stream = context;
    size_t length = size * count;
    seen.bytes += (long)length;
    if (stream->splits) {
        long before = stream->splitter.events;
        event_splitter_feed(&stream->splitter, bytes, length);
        seen.events += stream->splitter.events - before;
    }
    return length;
}

static void stream_ended(CURL *easy, CURLcode result) {
    if (result != CURLE_OK) {
        fprintf(stderr, "A transfer failed: %s\n", curl_easy_strerror(result));
        exit(1);
    }
    curl_easy_cleanup(easy);
    seen.ended++;
}

static void start(struct loop *loop, const char *url, bool splits, bool takes_delays) {
    CURL *easy = curl_easy_init();
    struct stream *stream = calloc(1, sizeof *stream);
    stream->splits = splits;
    if (takes_delays) stream->splitter.take = take_delay;
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_header);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, stream);
    loop_add(loop, easy);
}

// User and system time of the whole process, in microseconds.
static long cpu_microseconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000L + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

static long resident_bytes(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long total = 0, resident = 0;
    if (!file || fscanf(file, "%ld %ld", &total, &resident) != 2) exit(1);
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE);
}

static void run_until(struct loop *loop, const long *counter, long value) {
    while (*counter < value) loop_turn(loop, stream_ended);
}

// Reads one whole answer, so that one-time work is done before measuring.
static void warm_up(struct loop *loop, const char *port) {
    char url[128];
    snprintf(url, sizeof url, "http://127.0.0.1:%s/short", port);
    start(loop, url, true, false);
    run_until(loop, &seen.ended, 1);
    memset(&seen, 0, sizeof seen);
}

static int measure_tokens(struct loop *loop, char **arguments) {
    const char *port = arguments[0];
    long streams = atol(arguments[1]), events = atol(arguments[2]), bytes = atol(arguments[4]);
    bool takes_delays = strcmp(arguments[5], "delays") == 0;
    bool splits = takes_delays || strcmp(arguments[5], "events") == 0;
    delays.room = takes_delays ? streams * events : 0;
    delays.values = calloc((size_t)delays.room + 1, sizeof *delays.values);
    char url[160];
    snprintf(url, sizeof url, "http://127.0.0.1:%s/tokens?events=%ld&rate=%s&bytes=%ld", port, events, arguments[3], bytes);
    for (long index = 0; index < streams; index++) start(loop, url, splits, takes_delays);
    run_until(loop, &seen.headers, streams);

    long before = cpu_microseconds();
    snprintf(url, sizeof url, "http://127.0.0.1:%s/go", port);
    start(loop, url, false, false);
    run_until(loop, splits ? &seen.events : &seen.bytes, streams * events * (splits ? 1 : bytes));
    long after = cpu_microseconds();

    run_until(loop, &seen.ended, streams + 1);
    printf("open=%ld tokens=%ld cpu_us=%ld", streams, streams * events, after - before);
    if (takes_delays) {
        qsort(delays.values, (size_t)delays.count, sizeof *delays.values, compare);
        printf(" delays=%ld p50_us=%ld p99_us=%ld", delays.count, delay_microseconds(0.5), delay_microseconds(0.99));
    }
    printf("\n");
    return 0;
}

static int measure_idle(struct loop *loop, char **arguments) {
    long streams = atol(arguments[1]);
    char url[128];
    snprintf(url, sizeof url, "http://127.0.0.1:%s/idle", arguments[0]);
    long before = resident_bytes();
    for (long index = 0; index < streams; index++) start(loop, url, false, false);
    run_until(loop, &seen.headers, streams);
    printf("open=%ld rss_bytes=%ld\n", streams, resident_bytes() - before);
    return 0;
}

int main(int count, char **arguments) {
    // A hanging run ends by this alarm, and the benchmark reports it.
    alarm(300);
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    curl_global_init(CURL_GLOBAL_DEFAULT);
    struct loop *loop = loop_create();
    bool is_tokens = count == 8 && strcmp(arguments[1], "tokens") == 0;
    bool is_idle = count == 4 && strcmp(arguments[1], "idle") == 0;
    if (!is_tokens && !is_idle) {
        fprintf(stderr, "CurlBaseline tokens <port> <streams> <events each> <rate> <bytes each> bytes|events|delays\n"
                        "CurlBaseline idle <port> <streams>\n");
        return 2;
    }
    warm_up(loop, arguments[2]);
    return is_tokens ? measure_tokens(loop, arguments + 2) : measure_idle(loop, arguments + 2);
}
