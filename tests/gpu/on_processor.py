"""The code that numba-cuda makes for a GPU, compiled for the processor instead and run there.

numba-cuda translates a kernel to LLVM's language, which NVVM then compiles for a card. Here LLVM
compiles the same text for the processor, with the few functions of the GPU that it calls, and one
thread after the other runs it. So everything but NVVM and the card itself is tested.
"""

import ctypes
import functools
import re
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba import typeof
from numba.core import types
from numba.cuda.compiler import compile_cuda

from hofspiele.envs.gpu.card import COMPUTE_CAPABILITY, Compiler, device_to_compile_for


def in_terms_of_llvm(theirs: str, ours: str, parameters: str) -> str:
    """Return a function of libdevice that calls one of LLVM; all types are that of the result."""
    kind = parameters.split()[0]
    types_only = re.sub(r" %\w", "", parameters)
    return f"""
        declare {kind} @{ours}({types_only})
        define {kind} @{theirs}({parameters}) {{
          %v = call {kind} @{ours}({parameters})
          ret {kind} %v
        }}
    """


# The functions of CUDA and of its library libdevice that kernels call. `@thread` is the number of
# the thread in the only block.
SUPPORT = f"""
    @thread = global i32 0
    define i32 @sreg.tid.x() {{
      %v = load i32, ptr @thread
      ret i32 %v
    }}
    define i32 @sreg.ntid.x() {{ ret i32 1 }}
    define i32 @sreg.ctaid.x() {{ ret i32 0 }}
    {in_terms_of_llvm("__nv_exp", "exp", "double %a")}
    {in_terms_of_llvm("__nv_floor", "llvm.floor.f64", "double %a")}
    {in_terms_of_llvm("__nv_fmax", "llvm.maxnum.f64", "double %a, double %b")}
    {in_terms_of_llvm("__nv_fmin", "llvm.minnum.f64", "double %a, double %b")}
    {in_terms_of_llvm("__nv_fabsf", "llvm.fabs.f32", "float %a")}
    {in_terms_of_llvm("__nv_fmaxf", "llvm.maxnum.f32", "float %a, float %b")}
    {in_terms_of_llvm("__nv_fminf", "llvm.minnum.f32", "float %a, float %b")}
"""
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|;[^\n]*|\*+|[A-Za-z0-9_.$%@]+|\s+|.', re.DOTALL)
OPENING = {"]": "[", "}": "{", ")": "("}


def opaque(text: str) -> str:
    """Return LLVM's language with typed pointers, which newer versions cannot read, as `ptr`."""
    written: list[str] = []

    def drop_type() -> None:
        last = written.pop()
        if last in OPENING:
            depth = 1
            while depth:
                token = written.pop()
                depth += (token == last) - (token == OPENING[last])
            if last == ")":  # The type of a function begins with that of its result.
                while written[-1].isspace():
                    written.pop()
                drop_type()

    for token in TOKEN.findall(text):
        if token[0] != "*":
            written.append(token)
            continue
        while written[-1].isspace():
            written.pop()
        drop_type()
        written.append("ptr")
    return "".join(written)


def for_processor(text: str) -> str:
    """Return LLVM's language for a GPU as the processor's LLVM reads it."""
    text = re.sub(r'target (triple|datalayout) = "[^"]*"\n', "", text)
    text = text.replace("llvm.nvvm.read.ptx.sreg.", "sreg.")
    text = re.sub(r"addrspace\(\d+\) ?", "", text).replace("addrspacecast", "bitcast")
    return opaque("\n".join(line for line in text.split("\n") if not line.startswith("!nvvm")))


@functools.cache
def compiled(kernel: Any, signature: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return LLVM's engine, the address of the thread's number, and the address of the kernel."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    with device_to_compile_for():
        result = compile_cuda(kernel.py_func, types.void, signature, cc=COMPUTE_CAPABILITY)
    target = llvm.Target.from_default_triple().create_target_machine(opt=2)
    whole = llvm.parse_assembly(SUPPORT)
    defined = set()
    for text in dict.fromkeys(result.library.llvm_strs):
        module = llvm.parse_assembly(for_processor(text))
        for function in module.functions:
            if not function.is_declaration:
                if function.name in defined:
                    function.linkage = "linkonce_odr"
                defined.add(function.name)
        whole.link_in(module)
    whole.triple, whole.data_layout = llvm.get_default_triple(), str(target.target_data)
    passes = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(2))
    passes.getModulePassManager().run(whole, passes)
    engine = llvm.create_mcjit_compiler(whole, target)
    engine.finalize_object()
    thread = ctypes.c_int32.from_address(engine.get_global_value_address("thread"))
    return engine, thread, engine.get_function_address(result.fndesc.llvm_func_name)


def flat(value: Any) -> list[Any]:
    """Return the arguments that a kernel takes in place of `value`, as values of ctypes."""
    if isinstance(value, tuple):
        return [each for member in value for each in flat(member)]
    if isinstance(value, np.ndarray):
        sizes = (value.size, value.itemsize)
        where = [ctypes.c_void_p(), ctypes.c_void_p(), *map(ctypes.c_int64, sizes)]
        extents = map(ctypes.c_int64, (*value.shape, *value.strides))
        return [*where, ctypes.c_void_p(value.ctypes.data), *extents]
    if isinstance(value, bool):
        return [ctypes.c_uint8(value)]
    return [ctypes.c_double(value) if isinstance(value, float) else ctypes.c_uint64(int(value))]


class Processor(Compiler):
    """A stand-in for the GPU that runs what numba-cuda makes for one."""

    def launch(self, kernel: Any, count: int, *arguments: Any) -> None:
        """Run a CUDA kernel in `count` threads, one after the other."""
        _, thread, address = compiled(kernel, tuple(map(typeof, arguments)))
        result = ctypes.c_void_p()
        given = [ctypes.byref(result), *(each for value in arguments for each in flat(value))]
        call = ctypes.CFUNCTYPE(ctypes.c_int32)(address)
        for number in range(count):
            thread.value = number
            assert call(*given) == 0
