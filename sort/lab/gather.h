// Records that follow their keys: an index sort says where each comes from, then one gather moves them (Ha,
// Krueger, Silva 2009, section 4.5 and figure 3). Reads are random, writes in order.
#pragma once
#include "sort/registry.h"

namespace sort {

/// Path by which a kernel reads the records: as any memory, or by loads that declare that nobody writes it
/// meanwhile (the paper's texture path, which today is the same cache). On the CPU both are the same.
enum class ReadPath { plain, read_only };

inline const char* name_of(ReadPath path) { return path == ReadPath::plain ? "plain" : "read-only"; }

/// to[i] = from[order[i]] for i < count. A record has 4, 8 or 16 bytes; both arrays are aligned to that and
/// do not overlap. All three lie where `backend` works; order[i] may be any place of `from`, repeated or not.
/// On cuda the work is queued, on cpu done. Records a b c d with order 2 0 3 1 give c a d b. Throws
/// std::invalid_argument (record size, alignment) and Unavailable.
void gather_records(Backend backend, void* to, const void* from, const uint32_t* order, uint32_t count,
                    uint32_t record_bytes, ReadPath path = ReadPath::read_only, Stream stream = nullptr);

/// Gather on cuda. Registered by gather.cu, which a build without CUDA does not have.
using GatherFunction = void (*)(void* to, const void* from, const uint32_t* order, uint32_t count,
                                uint32_t record_bytes, ReadPath path, Stream stream);
bool add_gather_function(GatherFunction cuda);

}  // namespace sort
