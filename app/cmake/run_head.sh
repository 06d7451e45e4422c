#!/bin/sh
sum=@SUM@
# Sweeplab @VERSION@ in one file: a shell script, and behind it the archive that it unpacks. Made by app/release.sh.
#
#   sh FILE.run [ARGUMENTS...]     runs the program, unpacked once into ~/.cache/sweeplab
#   sh FILE.run --extract DIR      unpacks it there: DIR/bin/sweeplab
set -u
version=@VERSION@ processor=@PROCESSOR@ needed=@GLIBC@ kib=@KIB@
end() { code=$1; shift; printf 'sweeplab: error: %s\n' "$*" >&2; exit "$code"; }

# The machine: exit code 3.
[ "$(uname -s)" = Linux ] && [ "$(uname -m)" = "$processor" ] ||
    end 3 "this file is for Linux on $processor, and this machine is $(uname -s) on $(uname -m)"
found=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc //p')
[ -n "$found" ] || end 3 "glibc $needed or newer is needed, and this system has none (Debian 12, Ubuntu 22.04 and newer have it)"
[ "$(printf '%s\n' "$needed" "$found" | sort -V | head -n 1)" = "$needed" ] ||
    end 3 "glibc $needed or newer is needed (Debian 12, Ubuntu 22.04 and newer have it), and this system has $found"

# unpack DIR: into a folder that is there. Exit code 4: this file is damaged. 5: there is no space.
unpack() {
    [ "$({ head -c 10 "$0"; tail -c +80 "$0"; } | sha256sum | cut -d ' ' -f 1)" = "$sum" ] ||
        end 4 "$0 is damaged: its checksum is another; get it again, and compare with SHA256SUMS"
    free=$(df -Pk "$1" | awk 'NR == 2 { print $4 }')
    [ "${free:-0}" -ge "$kib" ] || end 5 "$1 has ${free:-no} KiB of free space, and $kib KiB are needed"
    tail -n +@LINE@ "$0" | gzip -dc | tar -x -C "$1" --strip-components=1 --no-same-owner || end 5 "$1 cannot be written"
}

if [ "${1:-}" = --extract ]; then
    [ $# -eq 2 ] || end 2 "--extract: a folder is expected behind it, and nothing else"
    [ ! -e "$2" ] || [ -z "$(ls -A "$2" 2>&1)" ] || end 4 "$2 is there already, and is no empty folder"
    mkdir -p "$2" 2>/dev/null || end 4 "$2 cannot be made"
    unpack "$2"
    echo "$2/bin/sweeplab"
    exit
fi

# Unpacked beside its place and then renamed: two that start at once do not meet. Where there is no place to keep it, it
# goes away again.
home=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
place=$home/sweeplab/$version-$(echo "$sum" | cut -c 1-12)
[ -n "$home" ] && [ -x "$place/bin/sweeplab" ] && exec "$place/bin/sweeplab" "$@"
if [ -n "$home" ] && mkdir -p "$home/sweeplab" 2>/dev/null && part=$(mktemp -d "$place.XXXXXX" 2>/dev/null); then
    trap 'rm -rf "$part"' EXIT
    trap 'exit 130' INT TERM HUP  # which dash does not end through EXIT
    unpack "$part"
    chmod 755 "$part"
    [ -x "$place/bin/sweeplab" ] || mv -T "$part" "$place" 2>/dev/null
    [ -x "$place/bin/sweeplab" ] || end 4 "$place cannot be made, or no program may run there: use --extract DIR"
    rm -rf "$part"
    exec "$place/bin/sweeplab" "$@"
fi
part=$(mktemp -d 2>/dev/null) || end 4 "neither the cache of the user nor ${TMPDIR:-/tmp} can be written: use --extract DIR"
trap 'rm -rf "$part"' EXIT
trap 'exit 130' INT TERM HUP
unpack "$part"
trap : INT TERM
"$part/bin/sweeplab" "$@"
exit
