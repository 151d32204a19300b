"""The public names of the package, each found when it is first used."""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any


def finders(
    package: dict[str, Any], public: dict[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """What Python asks for a name that the package does not have yet, and for all names."""

    def find(name: str) -> Any:
        """A public name, when it is first used."""
        if name == "__version__":
            value: Any = import_module("yomikiri.sources").own_version()
        elif name in public:
            value = getattr(import_module(f"yomikiri.{public[name].replace('/', '.')}"), name)
        else:
            raise AttributeError(f"module 'yomikiri' has no attribute {name!r}")
        package[name] = value
        return value

    def names() -> list[str]:
        return sorted({*package, *public, "__version__"})

    class Package(ModuleType):
        """The package; `yk.solve` is the function, though the folder `solve` is loaded for it."""

        def __setattr__(self, name: str, value: object) -> None:
            if name not in public or not isinstance(value, ModuleType):
                super().__setattr__(name, value)

    sys.modules[package["__name__"]].__class__ = Package
    return find, names
