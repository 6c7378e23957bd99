// Linux's calls to wait for several things at once, which Swift's Glibc module leaves out.

#ifndef TORII_CCURL_READINESS_H
#define TORII_CCURL_READINESS_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#endif
