"""Values of options, read without Pydantic where nothing of it is needed.

Typer makes a validator of Pydantic for each option, also for those that nobody gave: a tenth of a
second of each command.  Ours are texts, or have a parser of their own.  A Typer that does this in
another way, as older ones do, is left alone.
"""

from collections.abc import Iterable
from typing import Any

from typer import BadParameter

KEPT = "_runtime_param"  # where Typer keeps what reads a parameter's value


class Reader:
    """Reads the values of a parameter."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """What a command gets for a value: what was typed, a default, or None."""
        kind = param.type_descriptor.annotation
        parser = param.type_descriptor.parameter_info.parser
        if value is None and not param.multiple and param.nargs == 1:
            return None
        if parser is not None and param.nargs == 1 and not param.multiple:
            try:
                return parser(value)
            except BadParameter as error:
                error.ctx, error.param = error.ctx or ctx, error.param or param
                raise
        if kind is str and isinstance(value, str) and param.nargs == 1 and not param.multiple:
            return value
        setattr(param, KEPT, None)  # something else: by Pydantic
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def read_plainly(parameters: Iterable[Any]) -> None:
    """Let parameters be read by a reader of ours, where Typer has such a thing."""
    for parameter in parameters:
        if getattr(parameter, KEPT, parameter) is None and hasattr(parameter, "type_descriptor"):
            setattr(parameter, KEPT, Reader())
