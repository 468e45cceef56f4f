"""Update the generated tables and the pictures of all rules pages."""

from tests.games import ONE_OF_EACH_OWN_GAME
from tools.rules_pages.lessons import EXAMPLES, LESSONS
from tools.rules_pages.tables import generated_parts, page_of, symbol_files, with_parts


def main() -> None:
    """Run the command and print the path of each page and picture."""
    for case in ONE_OF_EACH_OWN_GAME:
        game, path = case.make(), page_of(case.name)
        page = path.read_text(encoding="utf-8")
        path.write_text(with_parts(page, generated_parts(game)), encoding="utf-8")
        print(path)
        for symbol, svg in symbol_files(game).items():
            symbol.write_text(svg, encoding="utf-8")
    for picture in (*EXAMPLES, *LESSONS):
        picture.write()
        print(picture.path)


if __name__ == "__main__":
    main()
