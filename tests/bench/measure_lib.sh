# Sourced by measure.sh, measure_pairs.sh and measure_sorts.sh: one folder per device and date, in the layout of
# assets/results. OUT has README.md (written by hand: what was measured), log-PART.md (each command before its
# output), report.html (the papers' figures) and samples.tar.xz (all raw numbers). Two scripts may share an OUT.

# open_out BUILD OUT: sets build, out, samples (absolute) and program; takes up the samples that are there already.
open_out() {
    build=$(realpath "$1")
    mkdir -p "$2"
    out=$(realpath "$2")
    samples=$out/samples
    program=$build/sweeplab
    mkdir -p "$samples"
    if [ -f "$out/samples.tar.xz" ]; then tar -C "$out" -xJf "$out/samples.tar.xz"; fi
}

# open_log PART: what follows is written to OUT/log-PART.md. Warns where the commit in it, which is that of the last
# configure, is not the clean commit that is checked out.
open_log() {
    log=$out/log-$1.md
    echo "# Measured: $1, $(date -u +%Y-%m-%d)" >"$log"
    run 60 "sweeplab info" "$program" info
    local built tree
    built=$(sed -n 's/^sweeplab .* commit \([^ ,]*\).*/\1/p' "$log" | head -n 1)
    tree=$(git -C "$(dirname "${BASH_SOURCE[0]}")" describe --always --dirty 2>/dev/null)
    case $built in
        *-dirty) echo "measure: built from uncommitted changes: commit, configure and build again" >&2 ;;
        "${tree:-$built}") ;;
        *) echo "measure: built as $built, but the tree is $tree: configure and build again" >&2 ;;
    esac
}

# run SECONDS TEXT COMMAND...: the command as a reader would type it, then what it printed.
run() {
    local limit=$1 text=$2
    shift 2
    { echo; echo "\`$text\`"; echo '```'; } >>"$log"
    timeout "$limit" "$@" >>"$log" 2>&1
    local status=$?
    { echo '```'; [ $status -eq 0 ] || echo "exit code $status"; } >>"$log"
}

# bench_program NAME: the path of tests/bench/NAME, wherever BUILD keeps its tests.
bench_program() {
    if [ -x "$build/tests/bench/bench_$1" ]; then
        echo "$build/tests/bench/bench_$1"
    else
        echo "$build/tests/bench_$1"
    fi
}

# make_papers [ARGUMENTS...]: the papers' figures as OUT/report.html. Pictures and CSV repeat what the samples hold.
make_papers() {
    run 560 "sweeplab bench papers $*" "$program" bench papers "$@" -o "$samples/papers"
    [ -f "$samples/papers/report.html" ] || return 0
    mv "$samples/papers/report.html" "$out/report.html"
    rm -f "$samples"/papers/*.svg "$samples"/papers/*.csv
}

# close_out: all raw numbers in one archive, the same bytes for the same files.
close_out() {
    find "$samples" -type d -empty -delete
    [ -d "$samples" ] || return 0
    tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner --mtime=2000-01-01 -c samples |
        xz -9e >"$out/samples.tar.xz.part" && mv "$out/samples.tar.xz.part" "$out/samples.tar.xz" && rm -rf "$samples"
}
