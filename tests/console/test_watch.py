from hofspiele.envs.core.records import read_records


def test_watching(run, tmp_path):
    file = tmp_path / "games.jsonl"
    arguments = ["kou_ka_roi", "pace=0", "seed=3", "agents=greedy,random,greedy"]
    status, printed, error = run("watch", *arguments, f"record={file}")
    assert (status, error) == (0, "")
    (record,) = read_records(file)
    moves = [line for line in printed.splitlines() if ": row " in line and line[0] == "p"]
    assert [move.split(": ")[1] for move in moves] == record.actions
    assert run("watch", "kou_ka_roi", "pace=nan")[2].startswith("error: pace is 'nan', expected")
