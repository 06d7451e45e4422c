"""kernels.py DIR > kernels.md: what measure_sorts.sh had the profiler write, kernels-ENGINE.csv, as one
table. Launches that a gate closed are left out: they read under 1 MB and take under 8 us."""
import csv, glob, os, re, sys

PAIRS = 1 << 24
UNITS = {"byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9, "ns": 1e-3, "us": 1, "ms": 1e3}
READ, WRITTEN, TIME = "dram__bytes_read.sum", "dram__bytes_write.sum", "gpu__time_duration.sum"
RATE = "dram__throughput.avg.pct_of_peak_sustained_elapsed"
OCCUPANCY = "sm__warps_active.avg.pct_of_peak_sustained_active"


def launches(path):
    """One dict of metrics a launch, in order; the kernel's bare name under "name"."""
    with open(path) as file:
        rows = csv.DictReader(line for line in file if line.startswith('"'))
        found = {}
        for row in rows:
            name = re.sub(r"\(.*|<.*", "", row["Kernel Name"].replace("void ", "").replace("<unnamed>::", ""))
            launch = found.setdefault(row["ID"], {"name": name.replace("unnamed>::", "").split("::")[-1]})
            value = float(row["Metric Value"].replace(",", ""))
            launch[row["Metric Name"]] = value * UNITS.get(row["Metric Unit"], 1)
    return found.values()


def main():
    print("""# Kernels at 2^24 random pairs, H200, by ncu

Made by `tests/bench/kernels.py` from `kernels-ENGINE.csv` (in `samples.tar.xz`) (command: `log-kernels.md`). Launches that a gate closed are left out. DRAM bytes are read from the counters; L2 keeps some of what a kernel wrote for the next one, so a sum may be below the model of the banner. The profiler runs kernels one at a time and holds the clocks, so these times are longer than those of `log-rates.md`.

| engine | kernel | launches | us each | DRAM bytes a pair, read + written | % of DRAM rate | occupancy % | registers | instructions a pair (warp x 32) |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |""")
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "kernels-*.csv"))):
        engine = re.search(r"kernels-(.*)\.csv", path).group(1)
        kernels = {}
        for launch in launches(path):
            if launch[READ] >= 1e6 or launch[TIME] >= 8:
                kernels.setdefault(launch["name"], []).append(launch)
        for name, all_of_it in kernels.items():
            mean = lambda metric: sum(launch[metric] for launch in all_of_it) / len(all_of_it)
            print(f"| `{engine}` | {name} | {len(all_of_it)} | {mean(TIME):.1f} | {mean(READ) / PAIRS:.1f} + "
                  f"{mean(WRITTEN) / PAIRS:.1f} | {mean(RATE):.0f} | {mean(OCCUPANCY):.0f} | "
                  f"{mean('launch__registers_per_thread'):.0f} | {mean('smsp__inst_executed.sum') * 32 / PAIRS:.0f} |")
        total = [launch for all_of_it in kernels.values() for launch in all_of_it]
        print(f"| `{engine}` | **all** | | {sum(l[TIME] for l in total):.0f} in all | "
              f"{sum(l[READ] + l[WRITTEN] for l in total) / PAIRS:.0f} in all | | | | |")


main()
