// Nothing to call: linking this target is enough. See mutex.c.

#ifndef TORII_SANITIZERSUPPORT_H
#define TORII_SANITIZERSUPPORT_H
#endif
