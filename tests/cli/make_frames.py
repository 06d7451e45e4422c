"""Makes seven small folders of frames, as other programs leave them, in the folder that is named: python3 make_frames.py DIR

splats     a PLY of Gaussian splats and a camera ride in frames.toml
particles  snapshots of a particle code: legacy VTK, binary, with radius and id, in no order that lasts
game       boxes of a level: most rest, some move; float64, one .npy with all frames
ids        keys of moving bodies in order of their ids
unequal    keys of frames of unequal size, with ids, and two numbers that are missing
layers     boxes of a game in two layers: a level that rests, and above it what moves; a .npy per frame
fountain   spheres that come and go: frames of unequal size, .csv with ids
"""
import math
import os
import random
import struct
import sys


def npy(path, type_code, shape, values):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (type_code, tuple(shape))
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    code = {"<f4": "f", "<f8": "d", "<u4": "I", "<u8": "Q"}[type_code]
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack("<%d%s" % (len(values), code), *values))


def text(path, words):
    with open(path, "w") as file:
        file.write(words)


def splats(folder, random, count=3000):
    names = ["x", "y", "z", "opacity", "scale_0", "scale_1", "scale_2", "rot_0"]
    header = "ply\nformat binary_little_endian 1.0\nelement vertex %d\n" % count
    header += "".join("property float %s\n" % name for name in names) + "end_header\n"
    with open(folder + "/point_cloud.ply", "wb") as file:
        file.write(header.encode())
        for _ in range(count):
            at = [random.gauss(0, 1) for _ in range(3)]
            file.write(struct.pack("<8f", *at, 1, *[random.uniform(-6, -4) for _ in range(3)], 1))
    text(folder + "/frames.toml", "[frames]\nunits = \"m\"\n\n[camera]\nfrom = [8, 1, 0]\nto = [8, 1, 1]\n"
         "target = [0, 0, 0]\nframes = 12\nwidth = 640\nheight = 360\n")


def particles(folder, random, count=2000, frames=8):
    at = [[random.uniform(0, 10) for _ in range(3)] for _ in range(count)]
    speed = [[random.gauss(0, 0.001) for _ in range(3)] for _ in range(count)]
    for frame in range(frames):
        order = list(range(count))
        random.shuffle(order)
        with open(folder + "/snapshot_%d.vtk" % (100 + 10 * frame), "wb") as file:
            file.write(b"# vtk DataFile Version 3.0\nsnapshot\nBINARY\nDATASET POLYDATA\n")
            file.write(b"POINTS %d float\n" % count)
            file.write(struct.pack(">%df" % (3 * count), *[part for i in order for part in at[i]]))
            file.write(b"\nPOINT_DATA %d\nSCALARS radius float 1\nLOOKUP_TABLE default\n" % count)
            file.write(struct.pack(">%df" % count, *[0.1 + 0.001 * (i % 7) for i in order]))
            file.write(b"\nFIELD FieldData 1\nid 1 %d int\n" % count)
            file.write(struct.pack(">%di" % count, *order) + b"\n")
        for place, step in zip(at, speed):
            for axis in range(3):
                place[axis] += step[axis]
    text(folder + "/frames.toml", "[frames]\nkind = \"spheres\"\nunits = \"m\"\ntime_step_s = 0.01\naxis = \"y\"\n")


def game(folder, random, resting=1200, moving=200, frames=10):
    boxes = []
    for i in range(resting + moving):
        low = [random.uniform(-100, 100), random.uniform(0, 4), random.uniform(-100, 100)]
        boxes.append(low + [edge + random.uniform(1, 5) for edge in low])
    values = []
    for frame in range(frames):
        for i, box in enumerate(boxes):
            step = 0.3 * math.sin(0.2 * frame + i) if i >= resting else 0
            values += [box[0] + step, box[1], box[2], box[3] + step, box[4], box[5]]
    npy(folder + "/level.npy", "<f8", (frames, resting + moving, 6), values)
    text(folder + "/frames.toml", "[frames]\nkind = \"boxes\"\nunits = \"m\"\ntime_step_s = 0.0166\naxis = \"x\"\n")


def ids(folder, random, count=20000, frames=8):
    at = [random.uniform(0, 1e6) for _ in range(count)]
    for frame in range(frames):
        npy(folder + "/frame_%d.npy" % frame, "<u4", (count,), [int(max(0, place)) for place in at])
        at = [place + random.gauss(0, 20) for place in at]


def unequal(folder, random, frames=12):
    at = {}
    for frame in range(frames):
        for _ in range(random.randint(50, 400)):
            at[len(at) + 1000 * frame] = random.uniform(0, 1e6)
        for name in random.sample(sorted(at), min(len(at), random.randint(0, 300))):
            del at[name]
        names = sorted(at)
        if frame not in (4, 5):
            npy(folder + "/frame_%06d.npy" % frame, "<f8", (len(names),), [at[name] for name in names])
            npy(folder + "/ids_%06d.npy" % frame, "<u8", (len(names),), names)
        for name in names:
            at[name] += random.gauss(0, 100)
    text(folder + "/frames.toml", "[frames]\nids = \"ids_%06d.npy\"\n")


def layers(folder, random, side=14, moving=150, frames=24):
    level = []
    for i in range(side):
        for k in range(side):
            x, z, high = 2 * i - side, 2 * k - side, random.choice([0.3, 0.3, 0.6, 1.5, 2.5])
            level += [x, 0, z, x + 1.9, high, z + 1.9]
    items = [[random.uniform(2, side - 2), random.uniform(0, 6.28), random.uniform(0.15, 0.5),
              random.choice([-1, 1]) * random.uniform(0.02, 0.05), random.uniform(3, 5)] for _ in range(moving)]
    for frame in range(frames):
        values = list(level)
        for far, angle, half, speed, high in items:
            x, z = far * math.cos(angle + speed * frame), far * math.sin(angle + speed * frame)
            values += [x - half, high - half, z - half, x + half, high + half, z + half]
        npy(folder + "/frame_%03d.npy" % frame, "<f4", (side * side + moving, 6), values)
    text(folder + "/frames.toml", "[frames]\nkind = \"boxes\"\nunits = \"m\"\ntime_step_s = 0.0333\n")


def fountain(folder, random, frames=30, each=40, lives=20):
    drops = {}  # id: place, velocity, age, radius
    for frame in range(frames):
        for _ in range(random.randint(each // 2, each)):
            velocity = [random.gauss(0, 0.06), random.uniform(0.3, 0.45), random.gauss(0, 0.06)]
            drops[len(drops) + 1000 * frame] = [[0, 0, 0], velocity, 0, random.uniform(0.03, 0.12)]
        with open(folder + "/drops_%d.csv" % frame, "w") as file:
            file.write("id,x,y,z,radius\n")
            for name in random.sample(sorted(drops), len(drops)):
                at, _, _, radius = drops[name]
                file.write("%d,%.6g,%.6g,%.6g,%.6g\n" % (name, *at, radius))
        for name, (at, velocity, age, radius) in sorted(drops.items()):
            velocity[1] -= 0.03
            drops[name] = [[a + v for a, v in zip(at, velocity)], velocity, age + 1, radius]
            if age == lives:
                del drops[name]
    text(folder + "/frames.toml", "[frames]\nkind = \"spheres\"\ntime_step_s = 0.0333\n")


if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
    sys.exit(__doc__)
for make in (splats, particles, game, ids, unequal, layers, fountain):
    folder = os.path.join(sys.argv[1], make.__name__)
    os.makedirs(folder)
    make(folder, random.Random(make.__name__))
