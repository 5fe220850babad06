/* What a command line asks `render` for. Private to cli/. */
#ifndef CLI_RENDER_REQUEST_H
#define CLI_RENDER_REQUEST_H

#include "cli/cli.h"
#include "render/render.h"

/* Instructions that share their figures, by their place in the selection. */
struct render_shape {
    int member[ISA_N_SMFMAC];
    int n_members;
};

enum { RENDER_LINKED = OPMAP_N_OPERANDS, RENDER_N_SUBJECTS };

struct render_request {
    struct isa_selection selection;
    struct render_shape shapes[ISA_N_SMFMAC];
    int n_shapes;
    struct render_options render;   /* all but the operand */
    bool wanted[RENDER_N_SUBJECTS]; /* by operand, and RENDER_LINKED */
    int n_figures;
    bool directory; /* -o is one */
};

/* Everything that can be judged before anything runs is: STATUS_USAGE. */
enum status render_request_parse(const struct cli_options *options, struct render_request *request,
                                 struct error *err);

/* --theme alone, for other figures. */
enum status render_request_theme(const struct cli_options *options, enum render_theme *theme,
                                 struct error *err);

#endif
