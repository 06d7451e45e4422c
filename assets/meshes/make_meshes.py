# Writes the .obj files beside itself: python3 assets/meshes/make_meshes.py
# Bodies are a handful of closed beams with bevelled edges that overlap where they join; what stands or turns by
# itself is made of prisms. Metres, y up.
import itertools
import math
import pathlib


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    size = math.sqrt(sum(x * x for x in a))
    return tuple(x / size for x in a)


class Mesh:
    def __init__(self, title):
        self.title, self.vertices, self.faces = title, [], []

    def beam(self, path, side, size, end_size=None, bevel=0.006):
        """A beam along a path: `size` is width along `side` and depth, `end_size` those at its end."""
        along = unit(tuple(b - a for a, b in zip(path[0], path[-1])))
        depth = unit(cross(along, side))
        width = cross(depth, along)
        end_size = end_size or size
        # A ring of eight corners at each point; the two at either end are the bevel.
        rings = [(path[0], 0, size, bevel), (path[0], bevel, size, 0)]
        rings += [(point, 0, size, 0) for point in path[1:-1]]
        rings += [(path[-1], -bevel, end_size, 0), (path[-1], 0, end_size, bevel)]
        first = len(self.vertices) + 1
        for centre, shift, (w, d), inset in rings:
            x, y = w / 2 - inset, d / 2 - inset
            cut = bevel * min(x / w, y / d) * 2  # narrower at the ends, where the ring is smaller
            for u, v in ((x, y - cut), (x - cut, y), (cut - x, y), (-x, y - cut),
                         (-x, cut - y), (cut - x, -y), (x - cut, -y), (x, cut - y)):
                self.vertices.append(tuple(c + a * shift + p * u + q * v
                                           for c, a, p, q in zip(centre, along, width, depth)))
        for ring in range(len(rings) - 1):
            for k in range(8):
                low, next_low = first + 8 * ring + k, first + 8 * ring + (k + 1) % 8
                self.faces.append((low, next_low, next_low + 8, low + 8))
        last = len(self.vertices) - 7
        self.faces.append(tuple(first + 7 - k for k in range(8)))
        self.faces.append(tuple(last + k for k in range(8)))

    def prism(self, outline, half_depth):
        """A convex outline in x and y, counterclockwise, from -half_depth to half_depth in z."""
        first, n = len(self.vertices) + 1, len(outline)
        for z in (-half_depth, half_depth):
            self.vertices += [(x, y, z) for x, y in outline]
        for k in range(n):
            a, b = first + k, first + (k + 1) % n
            self.faces.append((a, b, b + n, a + n))
        self.faces.append(tuple(first + n - 1 - k for k in range(n)))
        self.faces.append(tuple(first + n + k for k in range(n)))

    def hull(self, points):
        """The convex hull of a few points, by the planes that have all of them on one side."""
        first = len(self.vertices) + 1
        self.vertices += points
        planes = {}
        for i, j, k in itertools.permutations(range(len(points)), 3):
            edges = [tuple(b - a for a, b in zip(points[i], points[m])) for m in (j, k)]
            normal = cross(*edges)
            if sum(x * x for x in normal) < 1e-12:
                continue
            height = [sum(n * (x - o) for n, x, o in zip(unit(normal), p, points[i])) for p in points]
            if max(height) < 1e-9:
                face = tuple(m for m, h in enumerate(height) if h > -1e-9)
                planes[face] = unit(normal)
        for face, normal in sorted(planes.items()):
            middle = tuple(sum(points[m][x] for m in face) / len(face) for x in range(3))
            u = unit(tuple(a - b for a, b in zip(points[face[0]], middle)))
            v = cross(normal, u)

            def angle(m):
                d = tuple(a - b for a, b in zip(points[m], middle))
                return math.atan2(sum(x * y for x, y in zip(d, v)), sum(x * y for x, y in zip(d, u)))

            self.faces.append(tuple(first + m for m in sorted(face, key=angle)))

    def write(self, name):
        lines = [f"# {self.title}"]
        lines += ["v " + " ".join(f"{x:.4f}".rstrip("0").rstrip(".") for x in v) for v in self.vertices]
        lines += ["f " + " ".join(map(str, f)) for f in self.faces]
        (pathlib.Path(__file__).parent / name).write_text("\n".join(lines) + "\n")


def chair():
    mesh = Mesh("A chair, 0.92 m high: y up, it looks along z.")
    x = (1, 0, 0)
    leg, foot, rail, post = (0.044, 0.044), (0.032, 0.032), (0.026, 0.026), (0.04, 0.034)
    mesh.beam(((0, 0.44, -0.215), (0, 0.44, 0.225)), x, (0.42, 0.034), (0.46, 0.034), bevel=0.01)  # seat
    for side in (-1, 1):
        mesh.beam(((side * 0.180, 0.435, 0.175), (side * 0.215, 0, 0.215)), x, leg, foot)
        mesh.beam(((side * 0.175, 0.435, -0.170), (side * 0.205, 0, -0.245)), x, leg, foot)
        mesh.beam(((side * 0.175, 0.42, -0.175), (side * 0.19, 0.9, -0.275)), x, post, (0.032, 0.028))
        mesh.beam(((side * 0.197, 0.200, -0.215), (side * 0.197, 0.200, 0.200)), x, rail)
    mesh.beam(((-0.197, 0.200, 0), (0.197, 0.200, 0)), (0, 0, 1), rail)
    top = ((-0.215, 0.870, -0.262), (-0.080, 0.870, -0.287), (0.080, 0.870, -0.287), (0.215, 0.870, -0.262))
    mesh.beam(top, (0, 0.98, -0.2), (0.100, 0.028), bevel=0.008)
    for k in (-1, 0, 1):
        mesh.beam(((k * 0.085, 0.430, -0.180), (k * 0.090, 0.850, -0.282)), x, (0.040, 0.026))
    return mesh


def jack():
    mesh = Mesh("A jack: three crossing rods with heavy ends, which hook into each other.")
    for along, side in (((1, 0, 0), (0, 1, 0)), ((0, 1, 0), (0, 0, 1)), ((0, 0, 1), (1, 0, 0))):
        at = [tuple(a * r for a in along) for r in (-0.5, -0.4, -0.34, 0.34, 0.4, 0.5)]
        mesh.beam((at[1], at[4]), side, (0.09, 0.09), bevel=0.026)
        mesh.beam((at[0], at[2]), side, (0.18, 0.18), bevel=0.045)
        mesh.beam((at[3], at[5]), side, (0.18, 0.18), bevel=0.045)
    return mesh


def slab():
    mesh = Mesh("A slab, which comes to rest flat and makes stacks.")
    mesh.beam(((-0.5, 0, 0), (0.5, 0, 0)), (0, 0, 1), (0.5, 0.16), bevel=0.02)
    return mesh


def box():
    mesh = Mesh("A cube, which makes stacks.")
    mesh.beam(((-0.5, 0, 0), (0.5, 0, 0)), (0, 0, 1), (1, 1), bevel=0.06)
    return mesh


def pebble():
    mesh = Mesh("A pebble: a cube whose corners are cut off, nearly round.")
    a, b = 0.5, 0.26
    mesh.hull([tuple(p[(k + turn) % 3] for k in range(3)) for turn in range(3)
               for p in ((x, y, z) for x in (-a, a) for y in (-b, b) for z in (-b, b))])
    return mesh


def drum():
    mesh = Mesh("A square drum, open at both ends, which turns about z.")
    r, t = 3.0, 0.5
    mesh.prism(((-r, -r), (r, -r), (r, t - r), (-r, t - r)), 1)
    mesh.prism(((-r, r - t), (r, r - t), (r, r), (-r, r)), 1)
    mesh.prism(((-r, -r), (t - r, -r), (t - r, r), (-r, r)), 1)
    mesh.prism(((r - t, -r), (r, -r), (r, r), (r - t, r)), 1)
    return mesh


def hourglass():
    mesh = Mesh("The two sides of an hourglass between panes.")
    for side in (-1, 1):
        outline = [(3.0, 0.2), (3.0, 5.8), (0.42, 3.15), (0.42, 2.85)]
        if side < 0:
            outline = [(-x, y) for x, y in reversed(outline)]
        mesh.prism(outline, 0.6)
    return mesh


for make in (chair, jack, slab, box, pebble, drum, hourglass):
    make().write(make.__name__ + ".obj")
