"""What the command line answers when it is called in this process (`yk` in conftest.py)."""

import json
from typing import Any, NamedTuple


class Result(NamedTuple):
    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The one document on standard output."""
        assert self.out.count("\n") == 1
        return json.loads(self.out)
