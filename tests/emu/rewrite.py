#!/usr/bin/env python3
"""Rewrites a CUDA source for g++ and tests/emu: kernel<<<...>>> becomes a call of emu::launcher, and after each
__shared__ declaration stands a call that poisons what it declares, once a block.

rewrite.py IN OUT. Line numbers stay. A source that uses CUB or Thrust becomes an empty file: they bring their own
kernels, which are not emulated.
"""
import re
import sys


def blank_out(text):
    """Comments and literals become spaces, so that offsets stay and brackets inside them do not count."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.S)
    return pattern.sub(lambda m: re.sub(r'[^\n]', ' ', m.group()), text)


def kernel_begin(code, end):
    """Where the expression that names the kernel and ends before `end` begins: a::name<arguments>."""
    at = end
    while code[at - 1].isspace():
        at -= 1
    if code[at - 1] == '>':
        depth = 0
        while True:
            at -= 1
            if code[at] in '>)]':
                depth += 1
            elif code[at] in '<([':
                depth -= 1
                if depth == 0:
                    break
    while code[at - 1].isspace():
        at -= 1
    while re.match(r'[\w:]', code[at - 1]):
        at -= 1
    return at


def declared_names(declaration):
    """The names of `uint32_t a[n], b[m][k]`: of each part between commas outside brackets, the last word before [."""
    parts, depth, begin = [], 0, 0
    for at, letter in enumerate(declaration):
        depth += letter in '<([{'
        depth -= letter in '>)]}'
        if letter == ',' and depth == 0:
            parts.append(declaration[begin:at])
            begin = at + 1
    parts.append(declaration[begin:])
    return [re.search(r'(\w+)\s*(\[.*)?$', part.strip(), re.S).group(1) for part in parts]


def poison_shared(text):
    code = blank_out(text)
    result, done = [], 0
    for found in re.finditer(r'\b__shared__\b([^;]*);', code):
        calls = ''.join(f' emu::fresh_shared(&{name}, sizeof {name});' for name in declared_names(found.group(1)))
        result += [text[done:found.end()], calls]
        done = found.end()
    return ''.join(result + [text[done:]])


def rewrite(text):
    text = poison_shared(text)
    code = blank_out(text)
    result, done = [], 0
    for found in re.finditer('<<<', code):
        begin = kernel_begin(code, found.start())
        name = text[begin:found.start()].strip()
        close = code.index('>>>', found.end())
        shown = re.sub(r'\s+', ' ', name)
        result += [text[done:begin], f'emu::launcher("{shown}", emu::Site::current(), {name}, ',
                   text[found.end():close], ')']
        done = close + 3
    text = ''.join(result + [text[done:]])
    text = re.sub(r'\balignas\(', '__align__(', text)  # static alignas(16) T x[n] is not C++
    return re.sub(r'\b__noinline__\b', '[[gnu::noinline]]', text)


def main():
    source, target = sys.argv[1:]
    with open(source, encoding='utf-8') as file:
        text = file.read()
    if re.search(r'^\s*#\s*include\s*<(cub|thrust|cuda/std|cooperative_groups)', text, re.M):
        text = '// Uses CUB or Thrust: not emulated.\n'
    else:
        text = f'#line 1 "{source}"\n' + rewrite(text)
    with open(target, 'w', encoding='utf-8') as file:
        file.write(text)


main()
