"""Where a source can be mutated, and into what: mutations of the language, found in its syntax tree.

A mutant stays beside what it replaces, behind a switch, so that many are compiled at once; line numbers stay. What must
be constant while compiling (template arguments, sizes of arrays, `constexpr` variables, labels) cannot be switched.
"""
import dataclasses
import hashlib
import re

import tree_sitter
import tree_sitter_cuda

NUMBER = "\0"  # stands for the number of the mutant
ON = f"sweeplab_mutants::on({NUMBER})"
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-",
         "-": "+", "*": "/", "/": "*", "%": "*", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|"}
KINDS = dict.fromkeys(("<", "<=", ">", ">="), "border") | dict.fromkeys(("==", "!="), "comparison") | \
    dict.fromkeys(("&&", "||"), "condition")
OTHER_CALL = {"min": "max", "max": "min", "fminf": "fmaxf", "fmaxf": "fminf", "atomicAdd": "atomicSub",
              "atomicMax": "atomicMin", "atomicMin": "atomicMax", "atomicOr": "atomicAnd", "atomicAnd": "atomicOr",
              "fetch_add": "fetch_sub", "fetch_sub": "fetch_add", "fetch_or": "fetch_and", "fetch_and": "fetch_or",
              "lower_bound": "upper_bound", "upper_bound": "lower_bound", "any_of": "all_of", "all_of": "any_of",
              "floor": "ceil", "ceil": "floor", "front": "back", "back": "front"}
SYMMETRIC = {"swap", "smaller", "larger", "dot", "distance", "min", "max"}  # in their first two arguments
FENCE = re.compile(r"__(sync\w+|threadfence\w*)|.*\b(sync|atomic_thread_fence)$")
ORDER = re.compile(r"(.*memory_order)(_|::)(acquire|release|acq_rel|seq_cst)$")
RESET = re.compile(r"=\s*(0|0u|\{\}|false|nullptr|std::nullopt|-1|[\w:]+\{\})\s*;$|\.(clear|reset)\(\);$", re.S)
CONSTANT = {"template_argument_list", "template_parameter_list", "static_assert_declaration", "enumerator",
            "attribute_declaration", "attribute_specifier", "noexcept", "requires_clause", "concept_definition",
            "bitfield_clause", "alignas_qualifier", "alignas_specifier", "type_descriptor", "decltype", "sizeof_expression",
            "preproc_def", "preproc_function_def", "preproc_include", "launch_bounds", "explicit_function_specifier"}
PLAIN = {"identifier", "field_expression", "number_literal", "qualified_identifier", "true", "false"}


@dataclasses.dataclass
class Site:
    """One mutant of a file: bytes [begin, end) become `text`, in which NUMBER is its number."""
    file: str
    line: int
    kind: str
    begin: int
    end: int
    change: str   # for a reader: "a < b -> a <= b"
    text: str
    context: str  # the lines that it stands in
    nth: int = 0  # among equal changes in equal lines of the file

    @property
    def last_line(self):
        return self.line + self.text.count("\n")

    @property
    def digest(self):
        """By content: code that is moved stays what it was."""
        text = "\0".join([self.file, self.kind, self.change, self.context, str(self.nth)])
        return hashlib.sha256(text.encode()).hexdigest()[:12]


class Finder:
    def __init__(self, file, source):
        self.file, self.source = file, source
        self.lines = source.split(b"\n")
        self.sites, self.constant = [], 0

    def text(self, node):
        return self.source[node.start_byte:node.end_byte].decode()

    def add(self, node, kind, changed, text, frozen, end=None, **parts):
        """`text` has {on} for the switch, {old} for the old code, {new} for `changed`, which is brought onto one line, and
        the names of `parts` for these."""
        if frozen:
            self.constant += 1
            return
        old = self.source[node.start_byte:end or node.end_byte].decode()
        if "//" in changed or "#" in old:
            return
        flat = re.sub(r"\s*\n\s*", " ", changed)
        parts.update(on=ON, old=old, new=flat)
        text = re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], text)
        first, last = node.start_point.row, node.start_point.row + old.count("\n")
        context = b" ".join(line.strip() for line in self.lines[first:min(last, first + 2) + 1]).decode()
        shown = re.sub(r"\s+", " ", f"{old} -> {flat}")
        self.sites.append(Site(self.file, first + 1, kind, node.start_byte, end or node.end_byte, shown, text, context))

    def either(self, node, kind, changed, frozen):
        self.add(node, kind, changed, "({on} ? ({new}) : ({old}))", frozen)

    def visit(self, node, inside=False, frozen=False):
        kind = node.type
        if kind in CONSTANT or kind == "ERROR":
            frozen = True
        if kind in ("compound_statement", "field_initializer_list"):
            inside = True
            frozen = False if kind == "compound_statement" else frozen
        if kind == "declaration" and any(self.text(child) in ("constexpr", "static", "thread_local", "__constant__")
                                         for child in node.children[:-1] if child.child_count <= 1):
            frozen = True
        if inside:
            handler = getattr(self, "on_" + kind, None)
            if handler:
                handler(node, frozen)
        for number, child in enumerate(node.children):
            name = node.field_name_for_child(number)
            is_frozen = frozen or (kind == "case_statement" and name == "value") or \
                (kind == "array_declarator" and name == "size") or (kind.startswith("preproc_if") and name == "condition") or \
                (kind == "if_statement" and name == "condition" and b"constexpr" in self.source[node.start_byte:child.start_byte])
            if not (kind == "for_statement" and name == "update"):  # endless loops, which any test notices
                self.visit(child, inside, is_frozen)

    def on_binary_expression(self, node, frozen):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        op = self.text(node.child_by_field_name("operator"))
        a, b = self.text(left), self.text(right)
        if op not in OTHER or '"' in a + b or (op in ("<<", ">>") and (left.type == "binary_expression" or
                                               not re.search(r"\d|bits?\b|shift|digit", b))):
            return
        self.either(node, KINDS.get(op, "arithmetic"), f"{a} {OTHER[op]} {b}", frozen)
        if op == "&&":
            self.add(node, "condition", b, "(({on} || ({a})) && ({b}))", frozen, a=a, b=b)
            self.add(node, "condition", a, "(({a}) && ({on} || ({b})))", frozen, a=a, b=b)
        if op == "||":
            self.add(node, "condition", b, "((!{on} && ({a})) || ({b}))", frozen, a=a, b=b)
            self.add(node, "condition", a, "(({a}) || (!{on} && ({b})))", frozen, a=a, b=b)

    def on_assignment_expression(self, node, frozen):
        op = self.text(node.child_by_field_name("operator"))
        if op[:-1] in OTHER and op not in ("==",):
            a, b = (self.text(node.child_by_field_name(name)) for name in ("left", "right"))
            if '"' not in b:
                self.either(node, "arithmetic", f"{a} {OTHER[op[:-1]]}= {b}", frozen)

    def on_update_expression(self, node, frozen):
        text = self.text(node)
        self.either(node, "arithmetic", text.replace("++", "--") if "++" in text else text.replace("--", "++"), frozen)

    def on_unary_expression(self, node, frozen):
        op, argument = self.text(node.child_by_field_name("operator")), node.child_by_field_name("argument")
        if op == "!":
            self.add(node, "condition", self.text(argument), "({on} != static_cast<bool>({old}))", frozen)
        elif op == "-" and argument.type != "number_literal":
            self.either(node, "arithmetic", self.text(argument), frozen)
        elif op == "~":
            self.either(node, "arithmetic", self.text(argument), frozen)

    def on_number_literal(self, node, frozen):
        text = self.text(node)
        if re.search(r"[.eEp]", text) and not text.startswith("0x"):
            self.either(node, "constant", "1.0f" if re.fullmatch(r"0?\.0*f?|0\.0f?", text) else f"2 * {text}", frozen)
        else:
            self.either(node, "constant", f"{text} + 1", frozen)
            if not re.fullmatch(r"0[uUlLzZ]*", text):
                self.either(node, "constant", f"{text} - 1", frozen)

    def on_true(self, node, frozen):
        self.either(node, "constant", "false", frozen)

    def on_false(self, node, frozen):
        self.either(node, "constant", "true", frozen)

    def condition(self, node, frozen, always):
        if node is None:
            return
        if node.type in ("condition_clause", "parenthesized_expression"):
            inner = node.child_by_field_name("value") or (node.named_children[0] if node.named_child_count == 1 else None)
            if inner is None or inner.type == "declaration" or node.child_by_field_name("initializer"):
                return
            node = inner
        text = self.text(node)
        self.add(node, "condition", f"!({text})", "{on} != static_cast<bool>({old})", frozen)
        if always:
            self.add(node, "condition", "true", "{on} || ({old})", frozen)
            self.add(node, "condition", "false", "!{on} && ({old})", frozen)

    def on_if_statement(self, node, frozen):
        if b"constexpr" not in self.source[node.start_byte:node.child_by_field_name("condition").start_byte]:
            self.condition(node.child_by_field_name("condition"), frozen, True)

    def on_while_statement(self, node, frozen):
        self.condition(node.child_by_field_name("condition"), frozen, False)

    def on_conditional_expression(self, node, frozen):
        condition = node.child_by_field_name("condition")
        self.add(condition, "condition", f"!({self.text(condition)})", "({on} != static_cast<bool>({old}))", frozen)

    def dropped(self, node, kind, frozen):
        self.add(node, kind, "", "{ if (!{on}) {old} }", frozen)

    def on_expression_statement(self, node, frozen):
        if node.named_child_count == 0:
            return
        what, text = node.named_children[0], self.text(node)
        if what.type == "assignment_expression":
            self.dropped(node, "reset" if RESET.search(text) else "assignment", frozen)
        elif what.type == "call_expression":
            called = self.text(what.child_by_field_name("function"))
            kind = "fence" if FENCE.match(called) else "reset" if RESET.search(text) else "statement"
            self.dropped(node, kind, frozen)

    def on_break_statement(self, node, frozen):
        self.dropped(node, "jump", frozen)

    on_continue_statement = on_break_statement

    def on_return_statement(self, node, frozen):
        at = node.parent
        if at.type == "compound_statement":
            at = at.parent
        if at is not None and at.type == "if_statement":
            self.dropped(node, "jump", frozen)

    def on_qualified_identifier(self, node, frozen):
        found = ORDER.match(self.text(node))
        if found and self.file.endswith((".cu", ".cuh")):
            self.either(node, "fence", f"{found[1]}{found[2]}relaxed", frozen)

    def on_call_expression(self, node, frozen):
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if arguments is None or arguments.type != "argument_list":
            return
        name, given = self.text(function), arguments.named_children
        last = re.search(r"(\w+)\s*(<[^<>]*>)?$", name)
        if last and last[1] in OTHER_CALL:
            other = name[:last.start(1)] + OTHER_CALL[last[1]] + name[last.end(1):]
            kind = "atomic" if last[1].startswith(("atomic", "fetch")) else "call"
            if last[1] in ("min", "max", "fminf", "fmaxf"):
                kind = "min/max"
                if len(given) == 2:
                    for arm in given:
                        self.either(node, kind, self.text(arm), frozen)
            self.either(node, kind, other + self.text(arguments), frozen)
        for one, two in zip(given, given[1:]) if not (last and last[1] in SYMMETRIC) else ():
            if one.type in PLAIN and two.type in PLAIN and self.text(one) != self.text(two):
                self.swapped(one, two, frozen)

    def swapped(self, one, two, frozen):
        a, b = self.text(one), self.text(two)
        between = self.source[one.end_byte:two.start_byte].decode()
        if "/" in between:
            return
        pick = "sweeplab_mutants::pick({on}, "
        text = pick + "{b}, {a}){between}" + pick + "{a}, {b})"
        self.add(one, "arguments", f"{b}, {a}", text, frozen, end=two.end_byte, a=a, b=b, between=between)


def sites_of(file, source):
    """(sites, number of those that are constants to the compiler) of a source: its name, its bytes."""
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cuda.language()))
    finder = Finder(file, source)
    finder.visit(parser.parse(source).root_node)
    seen = {}
    for site in finder.sites:
        key = (site.kind, site.change, site.context)
        site.nth = seen[key] = seen.get(key, -1) + 1
    return finder.sites, finder.constant
