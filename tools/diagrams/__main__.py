"""Draw all diagrams of the documentation and print their paths."""

from tools.diagrams.diagram import FOLDER
from tools.diagrams.drawn import DIAGRAMS


def main() -> None:
    """Run the command."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in DIAGRAMS.items():
        path = FOLDER / f"{name}.svg"
        path.write_text(draw().svg(), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
