#!/usr/bin/env python3
"""Rewrites a CUDA source for g++ or clang and tests/emu: kernel<<<...>>> becomes a call of emu::launcher, and after
each __shared__ declaration stands a call that poisons what it declares, once a block; `extern __shared__ T name[];`
becomes a pointer to the block's dynamic shared memory; calls that launch get the kernel's type and name;
`#pragma unroll` is removed.

rewrite.py IN OUT. Line numbers stay. A source that uses of CUB, Thrust or libcusort what include/ does not stand in for
becomes an empty file: they bring their own kernels, which are not emulated.
"""
import os
import re
import sys

INCLUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'include')


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


def point_to_dynamic_shared(text):
    align = r'(?:__align__|alignas)\s*\((?:[^()]|\([^()]*\))*\)\s*'
    pattern = re.compile(r'\bextern\s+(?:' + align + r')*__shared__\s+(?:' + align + r')*'
                         r'([A-Za-z_][\w:<>,\s]*?)\s+(\w+)\s*\[\s*\]\s*;')

    def pointer(found):
        kind, name = found.groups()
        lines = '\n' * found.group().count('\n')
        return f'[[maybe_unused]] {kind}* const {name} = static_cast<{kind}*>(emu::dynamic_shared());{lines}'
    return pattern.sub(pointer, text)


def argument_end(code, begin):
    """Where the argument that begins here ends: at a comma or bracket of its own level; <> are not counted, so
    the commas of a template's arguments are told by the name before the <."""
    at = begin
    while True:
        if code[at] in '([{':
            at = 1 + argument_list_end(code, at)
        elif code[at] == '<' and re.search(r'\w\s*$', code[begin:at]):
            depth = 0
            while True:
                depth += (code[at] in '<([') - (code[at] in '>)]')
                at += 1
                if depth == 0:
                    break
        elif code[at] in ',)':
            return at
        else:
            at += 1


def argument_list_end(code, opening):
    depth = 0
    for at in range(opening, len(code)):
        depth += (code[at] in '([{') - (code[at] in ')]}')
        if depth == 0:
            return at
    raise ValueError('brackets do not match')


def without_casts(name):
    """The kernel itself of `(const void*)kernel`, `reinterpret_cast<void*>(kernel)` and `&kernel`."""
    name = name.strip()
    while True:
        found = (re.fullmatch(r'\(\s*(?:const\s+)?void\s*(?:const\s*)?\*\s*\)\s*(.*)', name, re.S) or
                 re.fullmatch(r'(?:reinterpret|static)_cast\s*<[^<>]*\bvoid\b[^<>]*>\s*\((.*)\)', name, re.S) or
                 re.fullmatch(r'&\s*(.*)', name, re.S))
        if not found:
            return name
        name = found.group(1).strip()


def name_kernels(text):
    """cudaLaunchCooperativeKernel(kernel, ...) and its like: the kernel becomes emu::named("kernel", kernel)."""
    code = blank_out(text)
    result, done = [], 0
    for found in re.finditer(r'\bcudaLaunch(CooperativeKernel|Kernel|KernelEx)\s*\(', code):
        begin = found.end()
        if found.group(1) == 'KernelEx':
            begin = argument_end(code, begin) + 1
        end = argument_end(code, begin)
        name = without_casts(text[begin:end])
        shown = re.sub(r'\s+', ' ', name)
        lines = '\n' * (text[begin:end].count('\n') - name.count('\n'))
        result += [text[done:begin], f'emu::named("{shown}", {name}){lines}']
        done = end
    return ''.join(result + [text[done:]])


def is_template(code, kernel):
    """Is this the bare name of a kernel template of this file? Then its types come from the arguments."""
    code = re.sub(r'\b__launch_bounds__\s*\((?:[^()]|\([^()]*\))*\)', ' ', code)
    declared = re.search(r'(\S)\s*(?:(?:static|inline)\s+)*__global__[^;{(]*\bvoid\s+' + kernel + r'\s*\(', code)
    return declared is not None and declared.group(1) == '>'


def rewrite(text):
    text = name_kernels(poison_shared(point_to_dynamic_shared(text)))
    code = blank_out(text)
    result, done = [], 0
    for found in re.finditer('<<<', code):
        begin = kernel_begin(code, found.start())
        name = text[begin:found.start()].strip()
        close = code.index('>>>', found.end())
        shown = re.sub(r'\s+', ' ', name)
        if re.fullmatch(r'\w+', name) and is_template(code, name):
            name = f'emu::Deduced{{[](auto... a) {{ {name}(a...); }}}}'
        lines = '\n' * text.count('\n', begin, found.start())
        result += [text[done:begin], f'emu::launcher("{shown}", emu::Site::current(), {name}, {lines}',
                   text[found.end():close], ')']
        done = close + 3
    text = ''.join(result + [text[done:]])
    # g++ does not know it, and clang takes five times as long.
    text = re.sub(r'^[ \t]*#\s*pragma\s+unroll\b[^\n]*', '', text, flags=re.M)
    text = re.sub(r'\balignas\(', '__align__(', text)  # static alignas(16) T x[n] is not C++
    return re.sub(r'\b__noinline__\b', '[[gnu::noinline]]', text)


def main():
    source, target = sys.argv[1:]
    with open(source, encoding='utf-8') as file:
        text = file.read()
    foreign = re.findall(r'^\s*#\s*include\s*<((?:cub|thrust|cuda/std)[^>]*|libcusort\.cuh)>', text, re.M)
    if not all(os.path.exists(os.path.join(INCLUDE, header)) for header in foreign):
        text = '// Uses CUB or Thrust: not emulated.\n'
    else:
        text = f'#include <cuda_runtime.h>  // nvcc has it there\n#line 1 "{source}"\n' + rewrite(text)
    with open(target, 'w', encoding='utf-8') as file:
        file.write(text)


main()
