/* A capture being written. Private to device/. */
#ifndef DEVICE_RECORD_H
#define DEVICE_RECORD_H

#include "device/capture.h"

struct record;

/* Starts PATH.part, or with `resume` goes on with it; the head must then be the same. */
enum status record_create(const char *path, const struct capture_head *head, bool resume,
                          struct record **out, struct error *err);

/* True, and job->out is filled, if an interrupted run has done this job. */
enum status record_reuse(struct record *record, const struct device_job *job,
                         const struct capture_sum *code, bool *reused, struct error *err);

/* Appends a job that was run. After a failure the file ends with its last whole launch. */
enum status record_add(struct record *record, const struct device_job *job,
                       const struct capture_sum *code, double seconds, struct error *err);

/* Appends the last line and gives the file its name. */
enum status record_finish(struct record *record, struct error *err);

/* Without record_finish PATH.part stays, unless it has no launch. */
void record_destroy(struct record *record);

#endif
