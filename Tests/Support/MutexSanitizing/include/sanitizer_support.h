// This header has no functions: linking the target is enough. See mutex.c.

#ifndef TORII_SANITIZERSUPPORT_H
#define TORII_SANITIZERSUPPORT_H
#endif
