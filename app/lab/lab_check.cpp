#include "app/lab/lab_check.h"

#include "app/lab/lab_build.h"
#include "app/lab/lab_run.h"
#include "app/lab/lab_verdict.h"

namespace app {

LabVerdict check_lab(const LabFolder& folder, bool cuda) {
    const WorkFolder work;
    const LabConstants constants = lab_constants(*folder.lab, folder.seed);
    const LabBuild build = build_lab(folder, constants, cuda, work);
    if (build.program.empty()) {
        LabVerdict verdict = not_built(build);
        verdict.build_s = build.seconds;
        return verdict;
    }
    const LabRun run = run_lab(build.program, constants_words(constants, folder.seed));
    LabVerdict verdict = lab_verdict(run.report, run.ran_out);
    add_hint(verdict, *folder.lab);
    verdict.printed = run.printed;
    verdict.left_out = run.left_out;
    verdict.build_s = build.seconds;
    verdict.run_s = run.seconds;
    return verdict;
}

}  // namespace app
