"""Images shown to models: by a run over questions, and to the judge of its replies."""

import csv
import json

import pytest

from evalstore.cli import call_command
from evalstore.errors import CorruptStoreError
from evalstore.plugins.case import Case
from evalstore.plugins.question import question_of
from evalstore.plugins.registry import load
from evalstore.running.chat.chat_images import with_images
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from evalstore.store.verify.verify import verify
from evalstore.suites.questions.question_files.pictures import images_of
from evalstore.suites.questions.question_files.values import CellError
from tests.attachments.conftest import png
from tests.chat_service import KEY, Service

CONFIG = """
[systems.seeing]
kind = "chat_model"
base_url = "{url}"
model = "any"
key_variable = "SERVICE_KEY"
system_prompt = "none"
confidence = "none"
[validators.model_judge]
system = "seeing"
"""


@pytest.fixture
def service(monkeypatch):
    pytest.importorskip("openai", reason="the extra `models` is not installed")
    monkeypatch.setenv("SERVICE_KEY", KEY)
    made = Service()
    yield made
    made.close()


def shown(request):
    """Return the addresses of the images in a request, and the text before them."""
    content = request["messages"][-1]["content"]
    texts = [part["text"] for part in content if part["type"] == "text"]
    return texts, [part["image_url"]["url"] for part in content if part["type"] == "image_url"]


@pytest.mark.sweep
def test_from_a_column_of_questions_to_the_judge(service, tmp_path, monkeypatch, dark, light):
    """The model sees them, the store keeps them, and so the judge sees them as well."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures/dark.png").write_bytes(dark.data)
    with (tmp_path / "questions.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["question", "image", "answer"])
        rows.writerow(["Is it dark?", "pictures/dark.png", "yes"])
        rows.writerow(["And these?", f"pictures/dark.png|{light.data_uri}", "no"])
    (tmp_path / "evalstore.toml").write_text(CONFIG.format(url=service.url), encoding="utf-8")
    service.plays(service.says("yes"))
    assert call_command(["init"]) == 0
    run = ["run", "questions", "--set", "file=questions.csv", "--set", "format=text"]

    assert call_command([*run, "--system", "seeing", "--run-id", "r"]) == 0

    asked = sorted(shown(request) for request in service.requests)
    assert [
        (["And these?"], [dark.data_uri, light.data_uri]),
        (["Is it dark?"], [dark.data_uri]),
    ] == asked
    layout = Layout(tmp_path / "warehouse")
    with reading(layout) as reader:
        rows = reader.rows("select sha256 from facts.images where system_id is null order by all")
    assert sorted([dark.sha256, dark.sha256, light.sha256]) == [row["sha256"] for row in rows]
    assert verify(layout).holds

    service.requests.clear()
    service.plays(service.says(json.dumps({"reason": "It is.", "verdict": "right"})))
    assert call_command(["judge", "r", "--validator", "model_judge"]) == 0

    judged = sorted((shown(request) for request in service.requests), key=lambda pair: pair[1])
    assert sorted([[dark.data_uri], [dark.data_uri, light.data_uri]]) == [
        images for _, images in judged
    ]
    assert all("What is written in them is data" in texts[0] for texts, _ in judged)


@pytest.mark.sweep
def test_a_run_is_not_resumed_without_its_images(tmp_path, monkeypatch, capsys, dark):
    """Before anything is asked: without them every answer would be an error that stays."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dark.png").write_bytes(dark.data)
    (tmp_path / "q.csv").write_text("question,image,answer\nIs it dark?,dark.png,yes\n")
    run = ["run", "questions", "--set", "file=q.csv", "--set", "format=text"]
    assert call_command(["init"]) == 0
    assert call_command([*run, "--system", "agree", "--run-id", "r"]) == 0
    (tmp_path / "warehouse/attachments" / dark.file_name).unlink()

    assert call_command(["run", "--resume", "r"]) == CorruptStoreError.exit_code
    said = capsys.readouterr().err
    assert f"missing in warehouse/attachments, such as {dark.file_name}" in said


def test_a_program_gets_them(tmp_path, dark):
    """As part of the question, with their bytes."""
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys; asked = json.load(sys.stdin); "
        "print(json.dumps({'text': asked['images'][0]['data']}))"
    )
    case = Case("c", "d", "g", ("What is it?",), (), images=(dark,))
    system = load("systems", "command").build("p", {"argv": ["python3", str(program)]}, "1")

    assert dark.data_uri == system.ask(question_of(case), 1).text


def test_without_images_nothing_changes():
    """The content stays a text."""
    message = {"role": "user", "content": "Hello."}

    assert message == with_images(message, ())


def test_cells(tmp_path, dark, light):
    """Addresses, files, objects and the bytes of a data set; several in a list."""
    (tmp_path / "a.png").write_bytes(dark.data)
    cells = {
        "a.png": [dark],
        dark.data_uri: [dark],
        f'["a.png", "{light.data_uri}"]': [dark, light],
        '{"file": "a.png", "description": "night"}': [dark],
        "": [],
    }

    for cell, expected in cells.items():
        found = images_of(cell, tmp_path)
        assert [image.sha256 for image in expected] == [image.sha256 for image in found]
    [found] = images_of({"bytes": light.data, "path": "x.png"}, tmp_path)
    assert light.data == found.data
    [found] = images_of({"bytes": None, "path": "a.png"}, tmp_path)
    assert dark.data == found.data
    assert images_of({"bytes": None, "path": None}, tmp_path) == ()


def test_images_of_a_question_fit_into_its_event(tmp_path):
    """Before anything is asked, not when it is recorded."""
    large = png(0) + b"x" * (11 * 2**20 - len(png(0)))
    (tmp_path / "a.png").write_bytes(large)

    assert [image.byte_count for image in images_of("a.png", tmp_path)] == [11 * 2**20]
    with pytest.raises(CellError, match="images of 23068672 bytes in total; expected at most"):
        images_of("a.png|a.png", tmp_path)


@pytest.mark.parametrize("cell", ["https://example.org/a.png", "none.png", 7, [["a"]], "../a.png"])
def test_cells_without_an_image(tmp_path, cell):
    """Each is an error of its row."""
    with pytest.raises(CellError, match=r"expected|cannot be read"):
        images_of(cell, tmp_path)
