#include "render/font.h"

#include <fontconfig/fontconfig.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *const font_directories[] = {
    "/usr/share/fonts/truetype/dejavu",   /* Debian, Ubuntu: fonts-dejavu-core */
    "/usr/share/fonts/dejavu-sans-fonts", /* Fedora, RHEL */
    "/usr/share/fonts/truetype",          /* SUSE */
    "/usr/share/fonts/TTF",               /* Arch */
    NULL,
};

static bool has_file_name(const char *path, const char *file)
{
    const char *slash = strrchr(path, '/');
    return slash && strcmp(slash + 1, file) == 0;
}

/* Asks fontconfig for every DejaVu file and takes the one of this name: its own matching would
 * offer the nearest font instead. */
static bool ask_fontconfig(const char *file, char path[FONT_PATH_BYTES])
{
    bool found = false;
    FcConfig *config = FcInitLoadConfigAndFonts(); /* ours alone, so that it can be freed */
    FcPattern *pattern = FcPatternBuild(NULL, FC_FAMILY, FcTypeString, "DejaVu Sans", NULL);
    FcObjectSet *fields = FcObjectSetBuild(FC_FILE, NULL);
    FcFontSet *fonts = config && pattern && fields ? FcFontList(config, pattern, fields) : NULL;
    for (int n = 0; fonts && n < fonts->nfont && !found; n++) {
        FcChar8 *candidate;
        if (FcPatternGetString(fonts->fonts[n], FC_FILE, 0, &candidate) == FcResultMatch &&
            has_file_name((const char *)candidate, file))
            found =
                snprintf(path, FONT_PATH_BYTES, "%s", (const char *)candidate) < FONT_PATH_BYTES;
    }
    if (fonts)
        FcFontSetDestroy(fonts);
    if (fields)
        FcObjectSetDestroy(fields);
    if (pattern)
        FcPatternDestroy(pattern);
    if (config)
        FcConfigDestroy(config);
    return found;
}

enum status font_find(const char *file, const char *const *directories, char path[FONT_PATH_BYTES],
                      struct error *err)
{
    for (int n = 0; directories[n]; n++) {
        int length = snprintf(path, FONT_PATH_BYTES, "%s/%s", directories[n], file);
        if (length < FONT_PATH_BYTES && access(path, R_OK) == 0)
            return STATUS_OK;
    }
    if (ask_fontconfig(file, path))
        return STATUS_OK;
    return error_set(err, STATUS_FILE,
                     "font file %s not found, neither in the usual directories (first %s) nor by "
                     "fontconfig: install fonts-dejavu-core",
                     file, directories[0] ? directories[0] : "none");
}
