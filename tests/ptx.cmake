# Compiles the simulation's kernels to PTX and fails on instructions that would give other bits than the CPU:
# fused, approximate, flushing, double, or with the device's own min and max (contract, part 4).
# Usage: cmake -DNVCC=... -DROOT=... -DOUT=folder -P ptx.cmake
file(MAKE_DIRECTORY ${OUT})
set(files sim/world_cuda.cu sim/broad_phase/sweep.cu sim/broad_phase/endpoint.cu sim/broad_phase/brute.cu
          sim/broad_phase/walk_cuda.cu)
set(bad 0)
foreach(file ${files})
    string(REPLACE "/" "_" name ${file})
    execute_process(
        COMMAND ${NVCC} -ptx -std=c++20 -O3 -arch=compute_75 -fmad=false --extended-lambda --expt-relaxed-constexpr
                -Xcompiler=-ffp-contract=off -I${ROOT} -o ${OUT}/${name}.ptx ${ROOT}/${file}
        RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "${file} does not compile to PTX")
    endif()
    file(STRINGS ${OUT}/${name}.ptx lines REGEX "(fma\\.|\\.approx|\\.ftz|\\.f64|min\\.f32|max\\.f32)")
    foreach(line ${lines})
        message("${file}: ${line}")
        math(EXPR bad "${bad} + 1")
    endforeach()
    file(STRINGS ${OUT}/${name}.ptx used REGEX "(mul|add|sqrt|setp|ld)[.a-z]*\\.f32")
    list(LENGTH used count)
    message("${file}: ${count} float instructions looked at")
endforeach()
if(bad)
    message(FATAL_ERROR "${bad} instructions could give other bits than the CPU backend")
endif()
