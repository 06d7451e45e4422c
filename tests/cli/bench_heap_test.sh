# `bench heap`: what it prints and writes, the other library where it is built, what it refuses.
source "$(dirname "$0")/lib.sh"

quick=(--backend cpu --quiet --seconds 0.5)
works bench heap "${quick[@]}" -n 4 --mesh slab --json heap.json --csv heap.csv
for column in simulation "time step" steps/s Mbody/s "s per s" slowest last asleep "after s" "p50 %" "p99 %" "max %"; do
    says "$column"
done
says "cpu columns"
says "was not at rest after 0.5 s"
narrow
has_keys heap.json '^ ' schema kind date machine build arguments scene n seed cases
[ "$(wc -l <heap.csv)" -eq 3 ] || fail "two quarters of a second: $(cat heap.csv)"
works bench heap "${quick[@]}" -n 3 --md --time-step 1/4000,1/8000
[ "$(grep -c '^| cpu columns ' out)" -eq 2 ] || fail "two time steps: $(cat out)"

run bench heap "${quick[@]}" -n 3 --rival bullet --rival-step 1/240,1/1000 --json -
if [ -e "$(dirname "$sweeplab")/sweeplab_world_rival_bullet.so" ]; then
    [ "$code" -eq 0 ] || fail "exit $code: $(cat err)"
    [ "$(grep -c '"simulation": "bullet"' out)" -eq 2 ] || fail "two time steps of bullet: $(head -c 300 out)"
    grep -q '"what": "Bullet [23]' out || fail "no version"
else
    [ "$code" -eq 3 ] && grep -q "rival 'bullet' is not in this build" err || fail "exit $code: $(cat err)"
fi

refused 2 "did you mean 'bullet'" bench heap --rival bulet
refused 2 "--rival NAME is expected" bench heap --rival-step 1/240
refused 2 "as 0.001 or 1/240" bench heap --time-step 2
refused 2 "more than 0" bench heap --seconds 0
refused 2 "bodies have meshes" bench heap --scene gas -n 10
refused 4 "time_step_s" bench heap "${quick[@]}" -n 3 --time-step 0.01
refused 4 "No such file" bench heap "${quick[@]}" -n 3 --json no/such/file.json
no_leftovers heap.json.part
finish
