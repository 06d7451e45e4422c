// One body as the backend wrote it (app/observe/instances.h), as vertex attributes.
layout(location = 0) in vec4 in_position_radius;
layout(location = 1) in float in_value;  // with flags (palette_place()); its sign bit: the body sleeps
layout(location = 2) in uint in_id;
layout(location = 3) in uint in_slot;  // of a listed body (app/observe/sphere_raster.h); kNobody where bodies come in slot order

uint slot_of(int index) { return in_slot == kNobody ? uint(index) : in_slot; }

/// What a pixel keeps of the body that is seen there.
uint slot_word(uint slot) { return in_id == ids.x ? slot | kSelectedBit : slot; }
