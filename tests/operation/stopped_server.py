"""The app's routes and its lifespan in a process of its own, with a Lauf under way."""

import sys

import uvicorn
from starlette.applications import Starlette

from core.assessment.pipeline import LaufJobs
from core.programme.context import default_context
from pages.ui.lifespan import lifespan
from pages.ui.routes import ROUTES
from tests.assessment.conftest import auftrag


def main(port: int, api_base: str) -> None:
    lauf_id = default_context().own(LaufJobs).start(auftrag(api_base=api_base, timeout=90.0))
    print(lauf_id, flush=True)
    uvicorn.run(Starlette(routes=ROUTES, lifespan=lifespan), port=port, log_level="warning")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
