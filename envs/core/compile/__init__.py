"""The only room that deals with Numba: decorators for kernels, calls, cache, blocks of memory."""
