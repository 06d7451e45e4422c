#ifndef ON_DISC
#define ON_DISC
/// The k-th of `count` places of a spiral over the unit disc.
vec2 on_disc(int k, int count, float turn) {
    float angle = 2.39996323 * float(k) + turn;
    return sqrt((float(k) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}
#endif
