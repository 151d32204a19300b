"""What the tests of the web page share: a server in this process, and jobs that are waited for."""

import time
from typing import Any

from starlette.testclient import TestClient

from yomikiri.web.api import make_app
from yomikiri.web.limits import Limits

API = "/api/v1"
HOST = "http://127.0.0.1"
FINISHED = ("done", "failed", "cancelled")


def client_of(folder: Any, runs: Any = None, certificates: Any = None, **limits: Any) -> TestClient:
    """Somebody who asks a server whose games are in `folder`."""
    app = make_app(
        folder,
        hosts=("127.0.0.1",),
        limits=Limits(**limits),
        runs=runs,
        certificates=certificates,
    )
    return TestClient(app, base_url=HOST, raise_server_exceptions=False)


class Page:
    """Requests as the page makes them."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, status: int = 200) -> Any:
        """An answer of the API."""
        answer = self.client.get(API + path)
        assert answer.status_code == status, answer.text
        return answer.json()

    def send(self, path: str, body: Any = None, *, method: str = "POST", status: int = 200) -> Any:
        """An answer to something sent."""
        answer = self.client.request(method, API + path, json={} if body is None else body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def begin(self, game: str, **more: Any) -> Any:
        """A new game."""
        return self.send("/games", {"game": game, **more}, status=201)

    def job(self, path: str, body: Any = None) -> Any:
        """The end of a job."""
        started = self.send(path, body, status=202)
        for _ in range(1200):
            view = self.get(f"/jobs/{started['job']}")
            if view["state"] in FINISHED:
                return view
            time.sleep(0.05)
        raise AssertionError(f"the job did not end: {view}")
