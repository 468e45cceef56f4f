"""How compiled kernels call each other, so that little is compiled more than once.

Left alone, Numba optimises each function and makes machine code of it, and does both again within
each function that calls it, and within those that call that one. Here a kernel that others call has
a form for them, beside the one that Python calls:

- a part, as most are: it is linked into its callers as it is, and optimised only there, or
- a unit, as the rules that a game's drivers share: it is optimised and made machine code of once,
  and its callers, those of later processes too, find it by a symbol.

To import this module fails with ImportError or AttributeError where Numba's parts have changed.
"""

import contextlib
import copy
import functools
import gc
from collections.abc import Callable, Iterator
from typing import Any

import numba
from numba.core import (
    base,
    caching,
    codegen,
    compiler,
    compiler_machinery,
    cpu,
    typed_passes,
    types,
)
from numba.core.dispatcher import Dispatcher

from hofspiele.envs.core import compile_notice
from hofspiele.envs.core.numba_cache import (
    KernelCache,
    KernelCacheImpl,
    check_parameters,
    describe,
    kernel_key,
)

_PREFIX = "hofspiele."

llvm = codegen.ll

# methods that are overridden or replaced below, with the parameters that they must have
check_parameters(
    {
        Dispatcher.get_call_template: ["self", "args", "kws"],
        Dispatcher.get_overload: ["self", "sig"],
        base.BaseContext.insert_user_function: ["self", "func", "fndesc", "libs"],
        caching.CompileResultCacheImpl.reduce: ["self", "cres"],
        caching.CompileResultCacheImpl.rebuild: ["self", "target_context", "payload"],
        compiler.CompilerBase.compile_extra: ["self", "func"],
        codegen.CPUCodeLibrary._optimize_final_module: ["self"],
        codegen.CPUCodeLibrary._finalize_final_module: ["self"],
        codegen.CPUCodeLibrary._get_module_for_linking: ["self"],
    }
)
if not hasattr(cpu.CPUTargetOptions, "_nrt"):
    raise ImportError(f"Numba {numba.__version__} can't leave reference counts out")


class _Library(codegen.JITCodeLibrary):
    """What a kernel is compiled into."""

    def _optimize_final_module(self) -> None:
        # once; Numba does so twice, to find reference counts that cancel out
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


class _PartLibrary(_Library):
    """What a part is compiled into; of machine code it has only what Numba asks all libraries for:
    the addresses of environments."""

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
    """Numba's compiler, but for what it compiles into."""

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
            with _garbage_kept():
                return super().compile_extra(func)

        def define_pipelines(self) -> list[Any]:
            pipelines = super().define_pipelines()
            for pipeline in pipelines:
                pipeline.add_pass_after(ChooseLibrary, typed_passes.AnnotateTypes)
                pipeline.finalize()
            return pipelines

    return KernelCompiler


# options of `numba.njit` for each form of a kernel
_WHOLE, _IN_PARTS = _compiler_into(_Library), _compiler_into(_PartLibrary)
_FORMS: dict[str, dict[str, Any]] = {
    "entry": {"pipeline_class": _WHOLE},
    "unit": {"pipeline_class": _WHOLE, "no_cpython_wrapper": True},
    "part": {"pipeline_class": _IN_PARTS, "no_cpython_wrapper": True},
}


@contextlib.contextmanager
def _garbage_kept() -> Iterator[None]:
    """Compiling makes so many objects that to look for garbage takes a tenth of the time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Kernel:
    """A function in the forms that are needed of it.

    Args:
        function: to be compiled.
        options: of ``numba.njit``, for all forms.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]):
        self._function = function
        self._options = options
        self._symbols: dict[tuple[Any, ...], str] = {}
        self._is_unit = False
        self.description = describe(function)
        self.dispatcher = self._compiled_as("entry")
        # numba's type of the dispatcher asks for these two when a kernel calls it
        self.dispatcher.get_call_template = self._get_call_template
        self.dispatcher.get_overload = lambda args: self.callee.get_overload(args)
        self.dispatcher.kernel = self
        _kernels[self.description] = self

    @functools.cached_property
    def _unit(self) -> Any:
        return self._compiled_as("unit")

    @functools.cached_property
    def _part(self) -> Any:
        return self._compiled_as("part")

    @property
    def callee(self) -> Any:
        return self._unit if self._is_unit else self._part

    def _compiled_as(self, form: str) -> Any:
        dispatcher = numba.njit(**self._options, **_FORMS[form])(self._function)
        compile_notice.watch(dispatcher)
        # Numba's word for "no folder to write to", or parts of a cache that are no longer there
        with contextlib.suppress(RuntimeError, AttributeError):
            dispatcher._cache = _Cache(self._function, (form, *self.description))
        return dispatcher

    def become_unit(self) -> None:
        """Be a unit for the kernels that call this one from now on."""
        self._is_unit = True

    def _get_call_template(self, args: Any, kws: Any) -> Any:
        """Integers are passed as int64, whatever their width, constants included: otherwise a
        kernel would be compiled once for each mixture of widths that it is called with."""
        _, args = self.dispatcher._compiler.fold_argument_types(args, kws)
        args = tuple(map(_widened, args))
        if self._is_unit:
            self.give_symbol(args)
        return self.callee.get_call_template(args, {})

    def give_symbol(self, args: tuple[Any, ...]) -> None:
        """Have machine code of the unit for these types, which callers find by a symbol."""
        if args in self._symbols:
            return
        self._unit.compile(args)
        compiled = self._unit.overloads[args]
        address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
        symbol = _PREFIX + kernel_key(self.description, args, compiled.codegen)
        llvm.add_symbol(symbol, address)
        called = copy.copy(compiled.fndesc)
        called.mangled_name = symbol
        self._unit.targetctx.insert_user_function(compiled.entry_point, called)
        self._symbols[args] = symbol
        _units[symbol] = (self.description, args)


_kernels: dict[tuple[Any, ...], Kernel] = {}
# by symbol: description of the kernel, types of its arguments
_units: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {}


def _widened(argument: Any) -> Any:
    is_signed = isinstance(argument, types.Integer) and argument.signed  # type: ignore[attr-defined]
    return types.int64 if is_signed else argument


class _CacheImpl(KernelCacheImpl):
    """Keeps with a kernel which units it calls: they must be there before its machine code is."""

    def reduce(self, compiled: Any) -> Any:
        functions = compiled.library._get_module_for_linking().functions
        called = [_units[function.name] for function in functions if function.name in _units]
        return called, super().reduce(compiled)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        called, compiled = payload
        for description, args in called:
            if description not in _kernels:
                return None
            _kernels[description].give_symbol(args)
        return super().rebuild(target_context, compiled)


class _Cache(KernelCache):
    _impl_class = _CacheImpl
