"""The command ``hofspiele serve``."""

from pathlib import Path

from hofspiele.envs.command_line.command import command
from hofspiele.envs.core.registry import spec_of
from hofspiele.play.settings import Serve


@command(Serve)
def main(settings: Serve) -> None:
    """Play and watch games in the browser, with a coach: ``hofspiele serve``."""
    from hofspiele.play.server import serve  # Help does without the extra play.

    for name in settings.spec:
        spec_of(name, from_user=True)
    agents = Path(settings.agents)
    if agents.exists() and not agents.is_dir():
        raise ValueError(
            f"agents is {agents}, expected a folder; to offer a single file, use also={agents}"
        )
    serve(settings)


if __name__ == "__main__":
    main()
