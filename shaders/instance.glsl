// One body as the backend wrote it (app/instances.h), as vertex attributes.
layout(location = 0) in vec4 in_position_radius;
layout(location = 1) in float in_value;
layout(location = 2) in uint in_id;

/// What a pixel keeps of the body that is seen there.
uint slot_word(uint slot) { return in_id == ids.x ? slot | kSelectedBit : slot; }
