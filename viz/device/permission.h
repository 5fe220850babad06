/* Why a HIP runtime may see no device where there is one. Private to device/. */
#ifndef DEVICE_PERMISSION_H
#define DEVICE_PERMISSION_H

enum { PERMISSION_BYTES = 256 };

/* "; /dev/kfd: Permission denied (is this user in its group, render?)" into `text`, which is
 * returned, for the first of the driver's device files in `dev` ("/dev") that is there and may not
 * be opened; else "". */
const char *permission_hint(const char *dev, char text[PERMISSION_BYTES]);

#endif
