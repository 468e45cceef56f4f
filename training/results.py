"""Measure what ``RESULTS.md`` says, and write it: ``hofspiele results`` (`make results`).

Every match is what ``hofspiele evaluate`` plays with the same values. What has been
measured is kept in a folder and not played again until agents, code or settings change, so Ctrl-C
loses at most the matches in play. What somebody has added at the end of the page stays there.
"""

import time
from pathlib import Path

from omegaconf import DictConfig

from hofspiele.training.cli.checks import check_values, integer
from hofspiele.training.cli.command import RunError, command, end_interrupted
from hofspiele.training.cli.console import make_console
from hofspiele.training.cli.files import WriteError, check_writable
from hofspiele.training.cli.lock import clear, lock_folder
from hofspiele.training.cluster.connect import CLUSTER, opened
from hofspiele.training.measuring.kept_games import KeptGames, play_all, play_all_on, read_kept
from hofspiele.training.measuring.matches import Match, configured_matches
from hofspiele.training.measuring.page import added_by_hand, records_beside, write_page


@command("results", folder="measuring")
def main(config: DictConfig) -> None:
    """Play what is missing and write the page."""
    console = make_console()
    folder, page = Path(str(config.folder)), Path(str(config.page))
    check_values(config, {"processes": integer(1), "cluster": CLUSTER})
    records = records_beside(page)
    if records == page:
        raise ValueError(
            f"page is {page}, expected another ending than that of the games beside it"
        )
    for file in (page, records):
        check_writable("page", file)
    added_by_hand(page)  # can be read
    matches = configured_matches(config)
    for match in matches:
        match.players(match.make_game())  # there are such ones
    lock = lock_folder(folder, "folder")
    for file in (page, records):
        clear(file.parent, file.name)
    # search plays last and longest: begun first, it leaves no processor idle at the end
    missing = [match for match in reversed(matches) if read_kept(match, folder) is None]
    console.print(f"{len(matches)} matches, {len(missing)} of them to play; kept in {folder}")
    started = time.monotonic()
    try:
        with opened(config.cluster if missing else None) as cluster:
            played = (
                play_all(missing, folder, config.processes)
                if cluster is None
                else play_all_on(cluster, missing, folder)
            )
            for done, match in enumerate(played, 1):
                console.print(
                    f"{done} of {len(missing)} after {time.monotonic() - started:.0f} s: "
                    f"{match.title}, {match.agent} against {match.opponents}, seed {match.seed}"
                )
    except KeyboardInterrupt:
        console.print("\ninterrupted; the same command goes on with what is missing")
        end_interrupted()
    except WriteError as error:
        raise RunError(f"{error}; once it can, the same command goes on") from error
    write_page(page, [_kept(match, folder) for match in matches])
    lock.lock.release()
    console.print(f"written: {page} and {records}")


def _kept(match: Match, folder: Path) -> KeptGames:
    """The games of a match that has been played; a page without it would look whole."""
    kept = read_kept(match, folder)
    if kept is None:
        raise RunError(
            f"{match.file(folder)} has been damaged or outdated while others were played: agents, "
            "code or the file were changed; the same command plays it anew"
        )
    return kept


if __name__ == "__main__":
    main()
