# `teach --view`: what is wrong is said before a window opens; without a display, too.
source "$(dirname "$0")/lib.sh"

unset DISPLAY WAYLAND_DISPLAY
refused 2 "did you mean 'fourway'" teach forway --view
refused 2 "one lesson, or two" teach fourway,satish,onesweep --view
refused 2 "did you mean 'onesweep'" teach fourway,onesweap --view
refused 2 "steps" teach fourway --view --step 1000
refused 2 "at most" teach fourway --view --keys 4294967296
refused 2 "1 to 256 keys" teach fourway --view -n 257
refused 3 "display" teach fourway --view --step 4
refused 3 "display" teach fourway,onesweep --view
refused 3 "display" teach fourway --view --theme projector
finish
