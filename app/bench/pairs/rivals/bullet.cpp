// Bullet's btDbvtBroadphase: a dynamic tree of boxes that collides with itself, pairs in a hash table. Single
// precision; the tree is built box by box, then searched once.
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "app/bench/pairs/rivals/rival_api.h"

namespace {

double find(const float* boxes, uint32_t count, void (*take)(void*, const uint32_t*, uint64_t), void* to) {
    const auto start = std::chrono::steady_clock::now();
    auto tree = std::make_unique<btDbvtBroadphase>();
    tree->m_deferedcollide = true;  // not at every insertion
    std::vector<btBroadphaseProxy*> proxies(count);
    for (uint32_t i = 0; i < count; ++i) {
        const float* b = boxes + 6 * size_t(i);
        proxies[i] =
            tree->createProxy(btVector3(b[0], b[1], b[2]), btVector3(b[3], b[4], b[5]), 0, nullptr,
                              btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter, nullptr);
        proxies[i]->m_uniqueId = int(i);
    }
    tree->calculateOverlappingPairs(nullptr);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;

    btOverlappingPairCache* cache = tree->getOverlappingPairCache();
    std::vector<uint32_t> pairs;
    pairs.reserve(2 * size_t(cache->getNumOverlappingPairs()));
    for (int p = 0; p < cache->getNumOverlappingPairs(); ++p) {
        const btBroadphasePair& pair = cache->getOverlappingPairArrayPtr()[p];
        pairs.push_back(uint32_t(pair.m_pProxy0->m_uniqueId));
        pairs.push_back(uint32_t(pair.m_pProxy1->m_uniqueId));
    }
    take(to, pairs.data(), pairs.size() / 2);
    // destroyProxy() would search all pairs for each box.
    tree.reset();
    for (btBroadphaseProxy* proxy : proxies) btAlignedFree(proxy);
    return took.count();
}

const std::string kWhat = "Bullet " + std::to_string(btGetVersion()) + ", btDbvtBroadphase";
const app::RivalApi kApi = {app::kRivalVersion, kWhat.c_str(), find};

}  // namespace

extern "C" __attribute__((visibility("default"))) const app::RivalApi* sweeplab_rival() { return &kApi; }
