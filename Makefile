# smfviz: GNU make, one file, products go to $(BUILD) only.
#
#   make setup figures     install what is needed, then draw the layouts
#   make setup test        ... then run the tests
#   make help              the other targets, and the variables that are yours to set
#
# Yours to set: CC CFLAGS LDFLAGS BUILD PREFIX DESTDIR HIPCC LLVM_CONFIG V
#
# Nothing is looked up before it is used: a variable that asks the system (LLVM_CONFIG, HIPCC, pkg-config)
# is expanded inside a recipe, so that one call, `make setup figures`, works on a machine that had
# nothing before.

MAKEFLAGS += --no-builtin-rules
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:

BUILD  ?= build
PREFIX ?= /usr/local
ifeq ($(origin CC),default)
CC := gcc
endif
CFLAGS ?= -O2 -g
VERSION := 0.1.0

# ROCm's own LLVM on an AMD machine, else the newest that Debian installed; .ci/setup.sh prints it.
LLVM_CONFIG ?= $(shell for c in $${ROCM_PATH:-/opt/rocm}/llvm/bin/llvm-config llvm-config-22 llvm-config-21 \
	llvm-config-20 llvm-config-19; do command -v $$c && break; done)
HIPCC ?= $(shell command -v $${ROCM_PATH:-/opt/rocm}/llvm/bin/clang || echo "$$($(LLVM_CONFIG) --bindir)/clang")

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
ifeq ($(WERROR),1)
WARNINGS += -Werror
endif
override CPPFLAGS += -D_GNU_SOURCE -Iviz -Ikernels -DSMFVIZ_VERSION='"$(VERSION)"'
COMPILE = $(CC) -std=c11 $(WARNINGS) $(CPPFLAGS) $(CFLAGS) -fPIC -fvisibility=hidden -MMD -MP
HIPFLAGS := -x hip --offload-arch=gfx942 --offload-device-only --no-gpu-bundle-output -nogpulib \
	-nogpuinc -mcode-object-version=5 -fuse-cuid=none -std=c++17 -O3 -Iviz -Ikernels -Wall -Wextra

Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-7s %s\n' $(1) '$(2)')

# Whatever is built waits for `setup` where both are asked for, also under -j.
after_setup := $(filter setup,$(MAKECMDGOALS))

# ---- objects -----------------------------------------------------------------------------------
room = $(patsubst viz/%.c,$(BUILD)/obj/%.o,$(wildcard viz/$(1)/*.c))

# render/ is opened when a figure is wanted; what needs no drawing library is in the tool itself: the
# naming of its files, and the interactive page.
page_objects   := $(BUILD)/obj/render/explorer.o $(BUILD)/obj/render/explorer_image.o
tool_objects   := $(foreach r,base isa expr claim device layout probe check pack gemm survey explain lint cli,$(call room,$(r))) \
	$(BUILD)/obj/probe/kernels.o $(addprefix $(BUILD)/obj/render/,name.o document.o formula.o fit.o) \
	$(page_objects)
render_objects := $(filter-out $(page_objects),$(foreach r,base isa render,$(call room,$(r))))
# Instruction bodies (op_*.c) are compiled once for each level of the x86-64 psABI; the emulator
# takes the highest that the processor has. Elsewhere, and with ONE_LEVEL=1, there is one level, the
# compiler's default.
emu_levels := $(if $(ONE_LEVEL)$(filter-out x86_64,$(shell uname -m)),generic,x86_64 x86_64_v3 x86_64_v4)
override CPPFLAGS += $(if $(ONE_LEVEL),-DEMU_ONE_LEVEL)
op_sources := $(wildcard viz/emu/op_*.c)
emu_objects := $(foreach r,base isa,$(call room,$(r))) \
	$(filter-out $(BUILD)/obj/emu/op_%,$(call room,emu)) \
	$(foreach l,$(emu_levels),$(op_sources:viz/emu/%.c=$(BUILD)/obj/emu/%.$(l).o))

$(BUILD)/obj/%.o: viz/%.c | $(after_setup)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(COMPILE) $(room_flags) -c $< -o $@

$(BUILD)/obj/emu/%: room_flags = -fopenmp -ffp-contract=off -fno-math-errno $$($(LLVM_CONFIG) --cflags)
$(BUILD)/obj/render/%: room_flags = $$(pkg-config --cflags cairo-svg cairo-ft libpng jansson)

define op_rule
$(BUILD)/obj/emu/op_%.$(1).o: viz/emu/op_%.c | $(after_setup)
	$$(call say,CC,$$< $(1))
	$(Q)mkdir -p $$(@D)
	$(Q)$$(COMPILE) $$(if $(ONE_LEVEL),,-O3) -fno-trapping-math $$(if $(2),-march=$(2)) -DEMU_LEVEL=$(1) $$(room_flags) -c $$< -o $$@
endef
$(foreach l,$(emu_levels),$(eval $(call op_rule,$(l),$(if $(filter x86_64%,$(l)),$(subst _v,-v,$(subst x86_64,x86-64,$(l)))))))

# ---- kernels -----------------------------------------------------------------------------------
code_objects := $(patsubst kernels/%.hip,$(BUILD)/kernels/%.co,$(wildcard kernels/*.hip))

$(BUILD)/kernels/%.co: kernels/%.hip $(wildcard kernels/*.h) viz/isa/smfmac.def | $(after_setup)
	$(call say,HIP,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(HIPCC) $(HIPFLAGS) $< -o $@

# The code objects travel inside the program: kernels/x.hip as x_image .. x_image_end.
embed = .global $(1)_image, $(1)_image_end\n.hidden $(1)_image, $(1)_image_end\n.balign 4096\n$(1)_image: \
.incbin "$(BUILD)/kernels/$(1).co"\n$(1)_image_end: .byte 0\n
$(BUILD)/obj/probe/kernels.o: $(code_objects)
	$(call say,EMBED,$^)
	$(Q)mkdir -p $(@D)
	$(Q)printf '.section .rodata\n$(foreach k,$(^F:.co=),$(call embed,$(k))).section .note.GNU-stack,"",@progbits\n' | \
		$(CC) -c -x assembler - -o $@

# ---- the interactive page: all but its data, as one file inside the program ------------------------
page_styles := $(addprefix viz/render/explorer/,$(addsuffix .css,explorer panels cards sizes paper))
page_scripts := $(addprefix viz/render/explorer/,$(addsuffix .js,data model words dom panels cards find quiz tour fragment main))

$(BUILD)/explorer.html: viz/render/explorer/explorer.html $(page_styles) $(page_scripts)
	$(call say,PAGE,$@)
	$(Q)mkdir -p $(@D)
	$(Q)sed -e '/^<!-- css -->$$/{' -e 'i <style>' $(foreach f,$(page_styles),-e 'r $f') -e 'a </style>' -e 'd}' \
		-e '/^<!-- js -->$$/{' -e 'i <script type="module">' $(foreach f,$(page_scripts),-e 'r $f') -e 'a </script>' -e 'd}' \
		$< >$@

$(BUILD)/obj/render/explorer_image.o: $(BUILD)/explorer.html
	$(Q)mkdir -p $(@D)
	$(Q)printf '%s\n' '.section .rodata' '.global explorer_image, explorer_image_end' \
		'.hidden explorer_image, explorer_image_end' 'explorer_image: .incbin "$<"' 'explorer_image_end: .byte 0' \
		'.section .note.GNU-stack,"",@progbits' | \
		$(CC) -c -x assembler - -o $@

# ---- programs ----------------------------------------------------------------------------------
# By file: the directory of LLVM may hold a libgomp.so that is LLVM's own.
llvm_libs = $$($(LLVM_CONFIG) --libfiles amdgpu --link-shared)
# msgpack's C library goes by a new name since version 6.
msgpack_libs = $$(pkg-config --libs msgpack-c 2>/dev/null || pkg-config --libs msgpack)
render_libs = $$(pkg-config --libs cairo-svg cairo-ft fontconfig freetype2 libpng jansson)

$(BUILD)/bin/smfviz: $(tool_objects)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ljansson -lexpat -lsodium -lz -ldl -lm

$(BUILD)/lib/libsmfhip.so: $(emu_objects) viz/emu/smfhip.map
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -fopenmp -Wl,-z,defs -Wl,--version-script=viz/emu/smfhip.map -o $@ \
		$(emu_objects) $(llvm_libs) $(msgpack_libs) -lm

$(BUILD)/lib/libsmfviz-render.so: $(render_objects)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-z,defs -o $@ $^ $(render_libs) -lm

# Under these names HIP programs find the emulator: LD_LIBRARY_PATH=build/lib/hip program
hip_names := $(addprefix $(BUILD)/lib/hip/libamdhip64,.so .so.5 .so.6 .so.7)
$(hip_names): $(BUILD)/lib/libsmfhip.so
	$(Q)mkdir -p $(@D)
	$(Q)ln -sf ../libsmfhip.so $@

products := $(BUILD)/bin/smfviz $(BUILD)/lib/libsmfhip.so $(BUILD)/lib/libsmfviz-render.so $(hip_names) $(code_objects)
all: $(products)

figures: all
	$(call say,RENDER,$(BUILD)/figures/)
	$(Q)$(BUILD)/bin/smfviz render --all -o $(BUILD)/figures/

# ---- unit tests: one Criterion program a file -----------------------------------------------------
unit_sources := $(wildcard tests/unit/*/test_*.c)
unit_tests := $(unit_sources:tests/unit/%.c=$(BUILD)/tests/unit/%)
test_common := $(filter-out $(BUILD)/obj/cli/main.o,$(tool_objects))

# Tests of emu/ and render/ are linked with these rooms, which the tool opens only at run time; those
# of emu/ read code objects of tests/kernels/.
test_kernels := $(BUILD)/tests/kernels/loader.co
$(BUILD)/tests/unit/emu/%: unit_objects = $(emu_objects)
$(BUILD)/tests/unit/emu/%: unit_libs = -fopenmp $(llvm_libs) $(msgpack_libs)
$(filter $(BUILD)/tests/unit/emu/%,$(unit_tests)): $(emu_objects) $(test_kernels)
$(BUILD)/tests/unit/render/%: unit_objects = $(render_objects)
$(BUILD)/tests/unit/render/%: unit_libs = $$(pkg-config --cflags cairo-svg cairo-ft libpng) $(render_libs)
$(filter $(BUILD)/tests/unit/render/%,$(unit_tests)): $(render_objects)

$(BUILD)/tests/unit/%: tests/unit/%.c $(test_common) | $(after_setup) $(BUILD)/tests/unit/lib
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(WARNINGS) $(CPPFLAGS) -Itests $(CFLAGS) $(LDFLAGS) -MMD -MP -MF $@.d -MT $@ -o $@ $< \
		$(unit_objects) $(filter-out $(unit_objects),$(test_common)) $(unit_libs) -lcriterion -ljansson -lexpat -lsodium -lz -ldl -lm

$(BUILD)/tests/kernels/%.co: tests/kernels/%.hip $(wildcard tests/kernels/*.h) | $(after_setup)
	$(call say,HIP,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(HIPCC) $(HIPFLAGS) $< -o $@

# A test program finds the shared libraries as the tool does, in ../lib.
$(BUILD)/tests/unit/lib:
	$(Q)mkdir -p $(@D)
	$(Q)ln -sfn ../../lib $@

# A HIP library without an emulator behind it, in both layouts of hipDeviceProp_t.
stubs := $(addprefix $(BUILD)/tests/stub/libhip_,old.so new.so two.so)
$(BUILD)/tests/stub/libhip_new.so: stub_flags := -DSTUB_R0600
# Two devices, which are the emulator twice.
$(BUILD)/tests/stub/libhip_two.so: tests/stub/hip_two.c
$(filter-out %two.so,$(stubs)): tests/stub/hip_stub.c
$(stubs): viz/abi/hip_abi.h viz/abi/smfhip.h | $(after_setup)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(WARNINGS) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(stub_flags) -fPIC -shared -o $@ $(filter %.c,$^)

# ---- HIP programs that know only HIP's header; kernels at each level of optimisation ---------------
hip_levels := O0 O1 O2 O3
hip_kernels := $(filter-out loader,$(patsubst tests/kernels/%.hip,%,$(wildcard tests/kernels/*.hip)))
hip_programs := $(addprefix $(BUILD)/tests/hip/,kernels gemm5 gemm6 gemm7)
hip_tests := $(hip_programs) $(foreach l,$(hip_levels),$(hip_kernels:%=$(BUILD)/tests/hip/$l/%.co))

define hip_level_rule
$(BUILD)/tests/hip/$(1)/%.co: tests/kernels/%.hip $(wildcard tests/kernels/*.h) | $(after_setup)
	$$(call say,HIP,$$< -$(1))
	$(Q)mkdir -p $$(@D)
	$(Q)$$(HIPCC) $$(HIPFLAGS) -$(1) $$< -o $$@
endef
$(foreach l,$(hip_levels),$(eval $(call hip_level_rule,$(l))))

$(BUILD)/tests/hip/kernels: $(filter-out %/gemm.c %/stub.c,$(wildcard tests/hip/*.c))
$(filter-out %/kernels,$(hip_programs)): $(addprefix tests/hip/,gemm.c harness.c formats.c)
$(hip_programs): $(wildcard tests/hip/*.h tests/kernels/*.h) | $(after_setup)
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(WARNINGS) -D_GNU_SOURCE $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.c,$^) $(hip_flags) -lamdhip64 -lm

# gemm5 is linked with Debian's runtime, the others with stubs that have a newer one's names.
define hip_stub_rule
$(BUILD)/tests/hip/gemm$(1): hip_flags := -DSINCE_ROCM_6 -L$(BUILD)/tests/hip/rocm$(1)
$(BUILD)/tests/hip/gemm$(1): $(BUILD)/tests/hip/rocm$(1)/libamdhip64.so
$(BUILD)/tests/hip/rocm$(1)/libamdhip64.so: tests/hip/stub.c tests/hip/stub.map | $(after_setup)
	$(Q)mkdir -p $$(@D)
	$(Q)$$(CC) $(WARNINGS) -shared -fPIC -Wl,-soname,libamdhip64.so.$(1) -Wl,--version-script=tests/hip/stub.map -o $$@ $$<
endef
$(foreach v,6 7,$(eval $(call hip_stub_rule,$(v))))

# ---- examples: programs that a reader builds, against HIP's own header -----------------------------
examples := $(patsubst examples/%.c,$(BUILD)/examples/%,$(wildcard examples/*.c))
$(BUILD)/examples/%: examples/%.c $(wildcard kernels/*.h) | $(after_setup)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(WARNINGS) -D__HIP_PLATFORM_AMD__ -Ikernels $(CFLAGS) $(LDFLAGS) -o $@ $< -lamdhip64

# Every runner ends with "N passed, N failed"; tests/run.sh adds them up.
test: all $(unit_tests) $(stubs) $(hip_tests) $(examples)
	$(Q)tests/run.sh $(BUILD)

# The pages' pictures are rewritten too.
bless: all $(unit_tests) $(stubs) $(hip_tests) $(examples)
	$(Q)$(BUILD)/bin/smfviz render '*_16x16x64_*' --operand a,linked -o docs/
	$(Q)$(BUILD)/bin/smfviz render '*_16x16x32_*' --operand idx --style owner --theme dark -o docs/
	$(Q)$(BUILD)/bin/smfviz render '*_32x32x16_*' --operand cd --theme print --rows 0-11 -o docs/
	$(Q)$(BUILD)/bin/smfviz explain f32_32x32x16_f16 'D[5][7]' -o docs/explain-32x32x16.svg
	$(Q)SMFVIZ_BLESS=1 tests/run.sh $(BUILD)

# Every format of every figure, by the programs that read them (TeX, Sphinx, poppler ...).
test-formats: all
	$(Q)tests/formats/check.sh $(BUILD)

# The interactive page in Chromium.
test-browser: all
	$(Q)node tests/browser/run.mjs $(BUILD)

# Instrumented code misleads gcc's guesses about how long texts get.
sanitizers := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer \
	-Wno-format-truncation
check-san:
	$(Q)$(MAKE) BUILD=$(BUILD)/san ONE_LEVEL=1 CFLAGS='-O1 -g $(sanitizers)' test

# ---- fuzzing: tests/fuzz/README.md ----------------------------------------------------------------
FUZZ_SECONDS ?= 60
fuzz_sources := $(wildcard viz/base/*.c) $(addprefix viz/emu/,codeobj.c elf.c image.c memory.c metadata.c)

fuzz_compile = $(HIPCC) -std=c11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
	$(CPPFLAGS) -o $@

$(BUILD)/fuzz/fuzz_codeobj: tests/fuzz/fuzz_codeobj.c $(fuzz_sources) | $(after_setup)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(fuzz_compile) $^ -lmsgpackc

# The parser is instrumented; the tables that it reads, and what they need, are the emulator's own.
fuzz_parser := $(wildcard viz/emu/parse*.c)
$(BUILD)/fuzz/fuzz_parse: tests/fuzz/fuzz_parse.c $(emu_objects) | $(after_setup)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(fuzz_compile) $< $(fuzz_parser) $(filter-out $(fuzz_parser:viz/%.c=$(BUILD)/obj/%.o),$(emu_objects)) \
		$(llvm_libs) $(msgpack_libs) -lgomp -lm

$(BUILD)/fuzz/fuzz_expr: tests/fuzz/fuzz_expr.c $(foreach r,base isa expr claim,$(wildcard viz/$r/*.c)) | $(after_setup)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(fuzz_compile) $^

$(BUILD)/fuzz/fuzz_what: tests/fuzz/fuzz_what.c $(foreach r,base isa layout,$(wildcard viz/$r/*.c)) | $(after_setup)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(fuzz_compile) $^

$(BUILD)/fuzz/fuzz_table: tests/fuzz/fuzz_table.c $(foreach r,base isa,$(wildcard viz/$r/*.c)) \
		$(wildcard viz/check/table*.c) viz/check/calculator.c | $(after_setup)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(fuzz_compile) $^

$(BUILD)/fuzz/fuzz_page: tests/fuzz/fuzz_page.c $(foreach r,base isa expr claim layout lint,$(wildcard viz/$r/*.c)) | $(after_setup)
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(fuzz_compile) $^ -lexpat

run_fuzzer = -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=3000
fuzzers := codeobj parse expr what table page
fuzz: $(fuzzers:%=$(BUILD)/fuzz/fuzz_%) $(test_kernels)
	$(Q)mkdir -p $(fuzzers:%=$(BUILD)/fuzz/corpus/%)
	$(Q)$(BUILD)/fuzz/fuzz_codeobj $(run_fuzzer) -max_len=65536 \
		$(BUILD)/fuzz/corpus/codeobj tests/fuzz/seeds/codeobj $(BUILD)/tests/kernels
	$(Q)$(BUILD)/fuzz/fuzz_parse $(run_fuzzer) -max_len=4096 $(BUILD)/fuzz/corpus/parse tests/fuzz/seeds/parse
	$(Q)$(BUILD)/fuzz/fuzz_expr $(run_fuzzer) -max_len=6000 -dict=tests/fuzz/expr.dict $(BUILD)/fuzz/corpus/expr \
		tests/fuzz/seeds/expr
	$(Q)$(BUILD)/fuzz/fuzz_what $(run_fuzzer) -max_len=100 $(BUILD)/fuzz/corpus/what tests/fuzz/seeds/what
	$(Q)$(BUILD)/fuzz/fuzz_table $(run_fuzzer) -max_len=65536 $(BUILD)/fuzz/corpus/table tests/tables
	$(Q)$(BUILD)/fuzz/fuzz_page $(run_fuzzer) -max_len=4000 -dict=tests/fuzz/page.dict $(BUILD)/fuzz/corpus/page \
		tests/pages

# ---- lint ----------------------------------------------------------------------------------------
c_files := $(wildcard viz/*/*.[ch] examples/*.c tests/*/*.[ch] tests/unit/*/*.[ch] kernels/*.h kernels/*.hip)
c_sources := $(wildcard viz/*/*.c)

# Debian 12's clang-tidy (14) has neither omp.h nor the names of x86-64's levels, and clang's own taste
# in warnings is not ours (gcc's are errors elsewhere).
tidy_flags = -std=c11 $(CPPFLAGS) -fopenmp -I$(BUILD)/lint "-D__malloc__(...)=__malloc__" \
	"-D__builtin_cpu_supports(x)=1" -Wno-everything $$($(LLVM_CONFIG) --cflags) \
	$$(pkg-config --cflags cairo-svg cairo-ft libpng jansson) -DEMU_LEVEL=generic

lint:
	$(call say,FORMAT)
	$(Q)clang-format --dry-run --Werror $(c_files)
	$(call say,LAYERS)
	$(Q)tests/layering.sh --selftest
	$(Q)tests/layering.sh
	$(call say,TIDY)
	$(Q)mkdir -p $(BUILD)/lint && ln -sf "$$(gcc -print-file-name=include/omp.h)" $(BUILD)/lint
	$(Q)printf '%s\n' $(c_sources) | xargs -P 2 -n 4 sh -c 'files="$$*"; shift $$#; set -- $(subst ','"'"',$(tidy_flags)); \
		clang-tidy --quiet $$files -- "$$@"' tidy
	$(call say,CPPCHECK)
	$(Q)cppcheck -q -j 2 --std=c11 --error-exitcode=1 --suppressions-list=tests/cppcheck.suppress \
		--enable=warning,performance,portability \
		$(CPPFLAGS) -DEMU_LEVEL=generic viz

# ---- how fast it is, as Markdown: docs/performance.md ---------------------------------------------
$(BUILD)/tests/bench/loops.co: tests/bench/loops.hip | $(after_setup)
	$(call say,HIP,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(HIPCC) $(HIPFLAGS) $< -o $@

# The limits are loops that the compiler must make as fast as they can be.
bench_objects := $(foreach r,base isa layout pack,$(call room,$(r)))
$(BUILD)/tests/bench/bench: $(filter-out tests/bench/figures.c,$(wildcard tests/bench/*.[ch])) $(bench_objects) $(BUILD)/lib/libsmfhip.so
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(WARNINGS) $(CPPFLAGS) $(CFLAGS) -O3 -ffp-contract=fast -fopenmp $(LDFLAGS) -o $@ \
		$(filter %.c %.o,$^) -L$(BUILD)/lib -lsmfhip -lm -Wl,-rpath,'$$ORIGIN/../../lib'

# Figures, linked with the room itself.
$(BUILD)/tests/bench/figures: tests/bench/figures.c tests/bench/clock.h $(render_objects) $(call room,layout)
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(WARNINGS) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.c %.o,$^) \
		$$(pkg-config --cflags cairo-svg cairo-ft libpng) $(render_libs) -lm

bench: all $(BUILD)/tests/bench/bench $(BUILD)/tests/bench/figures $(BUILD)/tests/bench/loops.co
	$(Q)mkdir -p $(BUILD)/bench/figures
	$(Q)$(BUILD)/tests/bench/bench $(BUILD)
	$(Q)echo && $(BUILD)/tests/bench/figures
	$(Q)if [ -d tests/browser/node_modules ]; then echo; node tests/browser/bench.mjs $(BUILD); \
		else printf '\nThe interactive page was not measured: that takes `make setup-browser`.\n'; fi

# ---- the pages as HTML, to be opened from disk -----------------------------------------------------
pages := $(wildcard docs/*.md)
page_files := $(BUILD)/docs/index.html $(pages:docs/%.md=$(BUILD)/docs/%.html)
$(BUILD)/docs/index.html: README.md
$(filter-out %/index.html,$(page_files)): $(BUILD)/docs/%.html: docs/%.md
$(page_files): $(wildcard docs/html/*) | $(after_setup)
	$(call say,DOCS,$@)
	$(Q)mkdir -p $(@D)
	$(Q)pandoc -f gfm+gfm_auto_identifiers -t html5 --standalone --template docs/html/page.html --wrap preserve --no-highlight \
		--metadata pagetitle="$$(sed -n 's/^# *//p' $(firstword $(filter %.md,$^)) | head -1)" \
		--lua-filter docs/html/links.lua -o $@ $(firstword $(filter %.md,$^))

docs: all $(page_files)
	$(Q)cp docs/html/page.css $(wildcard docs/*.svg) LICENSE CHANGELOG.md $(BUILD)/docs/
	$(Q)$(BUILD)/bin/smfviz explore --all -o $(BUILD)/docs/explorer.html

# ---- installing ----------------------------------------------------------------------------------
setup:
	@.ci/setup.sh

setup-dev:
	@.ci/setup.sh dev

setup-browser:
	@.ci/setup.sh browser

doc_dir = $(DESTDIR)$(PREFIX)/share/doc/smfviz
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/smfviz/hip $(doc_dir)/docs
	install $(BUILD)/bin/smfviz $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(BUILD)/lib/libsmfhip.so $(BUILD)/lib/libsmfviz-render.so $(DESTDIR)$(PREFIX)/lib/smfviz
	cd $(DESTDIR)$(PREFIX)/lib/smfviz/hip && for name in $(notdir $(hip_names)); do \
		ln -sf ../libsmfhip.so $$name; done
	install -m 644 LICENSE README.md CHANGELOG.md $(doc_dir)
	install -m 644 docs/*.md docs/*.svg $(doc_dir)/docs

uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/lib/smfviz $(doc_dir)
	rm -f $(DESTDIR)$(PREFIX)/bin/smfviz

clean:
	rm -rf $(BUILD)

help:
	@printf '  %-12s %s\n' \
		setup 'install what is missing (Debian and Ubuntu; elsewhere it says what)' \
		setup-dev '... and what lint and docs need' \
		setup-browser 'chromium, node and npm packages, for test-browser' \
		all 'the program, its libraries and kernels, in $(BUILD)/' \
		figures 'the operand layouts as SVG, in $(BUILD)/figures/' \
		test 'every test' \
		test-browser 'the interactive page in Chromium' \
		test-formats 'figures and text for pages by LaTeX, Sphinx and others (setup-dev)' \
		check-san 'every test under AddressSanitizer and UBSan, in $(BUILD)/san/' \
		lint 'format, layering, clang-tidy, cppcheck' \
		fuzz 'damaged code objects, odd instructions, formulas, questions, tables, pages: FUZZ_SECONDS each' \
		docs 'the pages and the explorer as HTML, in $(BUILD)/docs/' \
		bench 'how fast it is' \
		bless 'let the tests rewrite their expected outputs; read the diff' \
		install 'into DESTDIR and PREFIX: bin/, lib/smfviz/, share/doc/smfviz/' \
		uninstall 'and out again' \
		clean 'remove $(BUILD)/'
	@printf '\nVariables, as in "make CC=clang":\n'
	@printf '  %-12s %s\n' \
		BUILD 'where products go: $(BUILD)' \
		PREFIX 'where install puts them: $(PREFIX)' \
		DESTDIR 'put before PREFIX, for packages' \
		CC 'the C compiler: $(CC)' \
		CFLAGS 'its options: $(CFLAGS)' \
		LDFLAGS 'the linker'"'"'s' \
		HIPCC 'the clang that compiles kernels (ROCm'"'"'s, else that of LLVM_CONFIG)' \
		LLVM_CONFIG 'the newest of ROCm'"'"'s and 22 to 19' \
		WERROR '1: warnings are errors' \
		ONE_LEVEL '1: the emulator for one processor level only; builds faster' \
		V '1: show every command' \
		FUZZ_SECONDS '60'

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
.PHONY: all setup setup-dev setup-browser figures test test-browser test-formats bless check-san fuzz lint bench docs install uninstall clean help
