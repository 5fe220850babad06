#include "render/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The address of a new last member of one of the three arrays, or NULL. */
static void *grow(struct scene *scene, void **array, int *count, int *capacity, size_t size)
{
    if (scene->failed)
        return NULL;
    if (*count == *capacity) {
        int more = *capacity ? 2 * *capacity : 64;
        void *bigger = realloc(*array, (size_t)more * size);
        if (!bigger) {
            scene->failed = true;
            return NULL;
        }
        *array = bigger;
        *capacity = more;
    }
    return (char *)*array + (size_t)(*count)++ * size;
}

void scene_add_box(struct scene *scene, struct scene_box box)
{
    void *array = scene->boxes;
    struct scene_box *new = grow(scene, &array, &scene->n_boxes, &scene->capacity[0], sizeof box);
    scene->boxes = array;
    if (new)
        *new = box;
}

void scene_add_line(struct scene *scene, struct scene_line line)
{
    void *array = scene->lines;
    struct scene_line *new = grow(scene, &array, &scene->n_lines, &scene->capacity[1], sizeof line);
    scene->lines = array;
    if (new)
        *new = line;
}

void scene_add_text(struct scene *scene, struct scene_text text, const char *string)
{
    void *array = scene->texts;
    struct scene_text *new = grow(scene, &array, &scene->n_texts, &scene->capacity[2], sizeof text);
    scene->texts = array;
    if (!new)
        return;
    text.text = scene->pool.size;
    *new = text;
    buffer_append(&scene->pool, string, strlen(string) + 1);
    scene->failed = scene->failed || scene->pool.failed;
}

bool scene_fit_text(struct scene *scene, const struct scene_font *font, struct scene_box room,
                    struct scene_text style, const char *string)
{
    double length = style.upwards ? room.h : room.w;
    double width = font->width(font->context, string, style.bold);
    if (width * style.size > length)
        style.size = floor(length / width * 4) / 4;
    if (style.size < SCENE_MIN_TEXT)
        return false;
    double drop = style.size * SCENE_CAP_HEIGHT / 2; /* from the middle to the baseline */
    style.anchor = SCENE_MIDDLE;
    style.room = room;
    style.x = room.x + room.w / 2 + (style.upwards ? drop : 0);
    style.y = room.y + room.h / 2 + (style.upwards ? 0 : drop);
    scene_add_text(scene, style, string);
    return true;
}

void scene_free(struct scene *scene)
{
    free(scene->boxes);
    free(scene->lines);
    free(scene->texts);
    buffer_free(&scene->pool);
    *scene = (struct scene){0};
}
