"""Decorators for kernels: scalar Python functions, compiled by Numba and cached on disk.

By default, Numba optimises and compiles a function again within each of its direct and indirect
callers. Here a kernel has one form for calls from Python, the entry, and one of two forms for calls
from other kernels:

- A part, the default, is linked into its callers and optimised only together with them.
- A unit, used for the rules that all drivers of a game share, is optimised and compiled once.
  Callers find a unit by a symbol, even in later processes.
"""

import copy
import functools
import logging
from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.core import codegen, compiler, compiler_machinery, typed_passes, types

from hofspiele.envs.core.compile.cache import KernelCache, describe, kernel_key, kernels, units

Function = TypeVar("Function", bound=Callable[..., Any])

_PREFIX = "hofspiele."

_log = logging.getLogger("hofspiele")
llvm = codegen.ll


class _Library(codegen.JITCodeLibrary):
    """The library of an entry or a unit: its optimised machine code."""

    def _optimize_final_module(self) -> None:
        # The passes run only once; Numba's own method repeats them to prune reference counts.
        # A game's records are small, so most loops over them are unrolled; `slp_vectorize` joins
        # neighbouring loads and stores of unrolled loops.
        passes, builder = self._codegen._module_pass_manager(slp_vectorize=True)
        passes.run(self._final_module, builder)


class _PartLibrary(_Library):
    """The library of a part, which is only linked into callers.

    The machine code of a part contains only the variables that Numba calls environments, whose
    addresses Numba requests from every library.
    """

    def _optimize_final_module(self) -> None:
        pass

    _final_module: Any

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True
        self._get_module_for_linking()
        environments = [
            f'@"{variable.name}" = common global ptr null'
            for variable in self._final_module.global_variables
            if variable.name.startswith("_ZN08NumbaEnv")
        ]
        self._final_module = llvm.parse_assembly("\n".join(environments))
        super()._finalize_final_module()


def _compiler_into(library_class: type[_Library]) -> type[compiler.Compiler]:
    """Return a subclass of Numba's compiler that compiles into `library_class`."""

    @compiler_machinery.register_pass(mutates_CFG=False, analysis_only=True)
    class ChooseLibrary(compiler_machinery.LoweringPass):
        _name = f"choose_{library_class.__name__}"

        def __init__(self) -> None:
            super().__init__()

        def run_pass(self, state: Any) -> bool:
            state.library = library_class(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
            return False

    class KernelCompiler(compiler.Compiler):
        def compile_extra(self, func: Any) -> Any:
            self.state.flags.noalias = _share_no_memory(self.state.args)
            return super().compile_extra(func)

        def define_pipelines(self) -> list[Any]:
            pipelines = super().define_pipelines()
            for pipeline in pipelines:
                pipeline.add_pass_after(ChooseLibrary, typed_passes.AnnotateTypes)
                pipeline.finalize()
            return pipelines

    return KernelCompiler


# The compiler for entries and units, the compiler for parts, and `numba.njit` options by form.
_WHOLE, _IN_PARTS = _compiler_into(_Library), _compiler_into(_PartLibrary)
_FORMS: dict[str, dict[str, Any]] = {
    "entry": {"pipeline_class": _WHOLE},
    "unit": {"pipeline_class": _WHOLE, "no_cpython_wrapper": True},
    "part": {"pipeline_class": _IN_PARTS, "no_cpython_wrapper": True},
}


def _share_no_memory(arguments: tuple[Any, ...]) -> bool:
    """Return whether a kernel may assume that these arguments do not overlap in memory.

    All records and masks passed to one kernel are distinct, so a load from one need not wait for a
    store into another. Any other array may be part of a record that is also passed.
    """
    scalars = types.Record | types.Number | types.Boolean
    return all(
        isinstance(argument, scalars)
        or (isinstance(argument, types.Array) and argument.dtype == types.boolean)
        for argument in arguments
    )


class Kernel:
    """A function and its compiled forms: an entry for Python, and a part or a unit for kernels.

    `options` are those of ``numba.njit`` for all forms. With `is_unit`, kernels that are compiled
    from now on call the unit.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]):
        self._function = function
        self._options = options
        self._symbols: dict[tuple[Any, ...], str] = {}
        self.is_unit = False
        self.description = describe(function)
        self.dispatcher = self._compiled_as("entry")
        # Numba calls these two methods of the dispatcher when it compiles a caller.
        self.dispatcher.get_call_template = self._get_call_template
        self.dispatcher.get_overload = lambda args: self.callee.get_overload(args)
        kernels[self.description] = self

    @functools.cached_property
    def _unit(self) -> Any:
        return self._compiled_as("unit")

    @functools.cached_property
    def _part(self) -> Any:
        return self._compiled_as("part")

    @property
    def callee(self) -> Any:
        """The dispatcher that other kernels call."""
        return self._unit if self.is_unit else self._part

    def _compiled_as(self, form: str) -> Any:
        dispatcher = numba.njit(**self._options, **_FORMS[form])(self._function)
        dispatcher.kernel = self
        dispatcher._cache = KernelCache(self._function, (form, *self.description))
        return dispatcher

    def _get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the call template of this kernel for a caller with these argument types.

        Signed integers of any width, and constants, are passed as int64; otherwise the kernel would
        be compiled once for each combination of widths. If the kernel is a unit, this compiles it.
        """
        _, args = self.dispatcher._compiler.fold_argument_types(args, kws)
        args = tuple(map(widened, args))
        if self.is_unit:
            self.give_symbol(args)
        return self.callee.get_call_template(args, {})

    def give_symbol(self, args: tuple[Any, ...]) -> None:
        """Compile the unit for these argument types and define the symbol that callers use."""
        if args in self._symbols:
            return
        if self._unit._cache.was_empty:
            _announce(self._function.__module__.rpartition(".")[0] or self._function.__module__)
        self._unit.compile(args)
        compiled = self._unit.overloads[args]
        address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
        symbol = _PREFIX + kernel_key(self.description, args, compiled.codegen)
        llvm.add_symbol(symbol, address)
        called = copy.copy(compiled.fndesc)
        called.mangled_name = symbol
        self._unit.targetctx.insert_user_function(compiled.entry_point, called)
        self._symbols[args] = symbol
        units[symbol] = (self.description, args)


@functools.cache
def _announce(package: str) -> None:
    """Log once that the rules of a game are compiled, because this takes a while."""
    _log.warning("compiling the rules in %s, once on this machine: about 20 seconds", package)


def widened(argument: Any) -> Any:
    """Return the type as which an argument of this Numba type is passed to a kernel."""
    is_signed = isinstance(argument, types.Integer) and argument.signed  # type: ignore[attr-defined]
    return types.int64 if is_signed else argument


def kernel(function: Function) -> Function:
    """Compile `function` on its first call; the code is cached on disk and releases the GIL.

    With ``NUMBA_DISABLE_JIT=1`` the function is returned unchanged. The cache is in
    the folder that the environment variable ``NUMBA_CACHE_DIR`` names, otherwise next to the
    source file or, if that folder is read-only, in the user's cache folder. If none is writable,
    each process compiles the function again.
    """
    return _compiled(function, counts_references=True)


def borrowing_kernel(function: Function) -> Function:
    """Compile a driver that passes many arrays to other kernels but creates no array.

    The driver does not count references to arrays, because each call would increase and decrease
    all counts: a step of Kou-Ka-Roi takes 740 ns with counting and 490 ns without. The function
    must not create or return an array.
    """
    return _compiled(function, counts_references=False)


def inner_kernel(function: Function) -> Function:
    """Inline `function` into each kernel that calls it, with the options of that kernel.

    Use this for parts of drivers. As a separate kernel, the function would be compiled once more,
    together with everything that it calls.
    """
    return _compiled(function, counts_references=False, inline="always")


def compile_once(function: Function) -> Function:
    """Make all callers of a kernel share its machine code, and return the kernel.

    Use this for the rules of a game, which many drivers call. By default, each caller contains its
    own copy of the code. Functions that the kernel calls are optimised together with it.
    """
    if hasattr(function, "kernel"):
        function.kernel.is_unit = True
    return function


def _compiled(function: Function, *, counts_references: bool, inline: str = "never") -> Function:
    if numba.config.DISABLE_JIT:
        return function
    options = {
        "nogil": True,
        "error_model": "numpy",
        "inline": inline,
        "no_cfunc_wrapper": True,
        # This option is always set, because a callee would otherwise inherit its caller's value.
        "_nrt": counts_references,
    }
    return Kernel(function, options).dispatcher
