"""Reports, figures and the live page, as processes and in a browser. usage: web_page_test.py EBB
The parts that need Chromium, playwright-core or gnuplot are skipped, with the reason, where these are missing."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

EBB = pathlib.Path(sys.argv[1]).resolve()
RUN = ["examples/run-halve-double.toml", "--set", "run.most_time=4ms", "--set", "run.precision=0.3", "-q"]


def ebb(*arguments, code=0, path=None):
    env = {**os.environ, "PATH": str(path)} if path else None
    done = subprocess.run([EBB, *map(str, arguments)], capture_output=True, text=True, env=env)
    assert done.returncode == code, f"ebb {arguments} ended with {done.returncode}:\n{done.stderr}"
    return done


def browse(kind, address, expected=None):
    """Runs the checks of web/tests/page.e2e.mjs; says why when it cannot."""
    if not shutil.which("node"):
        return print("skipped in a browser: node is not installed")
    command = ["node", "tests/page.e2e.mjs", kind, address] + ([str(expected)] if expected else [])
    done = subprocess.run(command, cwd="web", capture_output=True, text=True, timeout=300)
    print(done.stdout.strip())
    assert done.returncode in (0, 77), f"{kind}: {done.stdout}{done.stderr}"


def test_a_run_becomes_a_page(folder):
    ebb("run", *RUN, "-o", folder / "first", "--report", folder / "direct.html")
    ebb("report", folder / "first", "-o", folder / "first.html")
    page = (folder / "first.html").read_text()
    assert len(page) < 3_000_000, f"an ordinary page has {len(page)} bytes"
    summary = json.loads((folder / "first/summary.json").read_text())
    for text in (summary["digest"], summary["verdict"], "most_time", "seed"):
        assert text in page, text
    assert "saved" in page and "kWh" in page
    lines = (folder / "first/series.csv").read_text().splitlines()
    assert lines[0].startswith("from_ps,offered_bytes,accepted_bytes"), lines[0]
    assert 16 <= len(lines) - 1 <= 64
    browse("run", (folder / "first.html").as_uri(), folder / "first/summary.json")


def test_a_job_shows_what_its_hosts_do(folder):
    """As Benito's Figure 8: rows of hosts that compute or communicate, above the load."""
    ebb("run", "examples/run-job.toml", "-q", "-o", folder / "job")
    series = json.loads((folder / "job/series.json").read_text())
    assert series["ranks"]["ranks"] == 16 and 1 < series["ranks"]["spans"] <= 512, series["ranks"].keys()
    ebb("report", folder / "job", "-o", folder / "job.html")
    (folder / "job_expected.json").write_text(json.dumps({"hosts": 16}))
    browse("job", (folder / "job.html").as_uri(), folder / "job_expected.json")
    series["ranks"]["spans"] += 1
    (folder / "job/series.json").write_text(json.dumps(series))
    wrong = subprocess.run([EBB, "report", str(folder / "job"), "-o", str(folder / "wrong.html")], capture_output=True, text=True)
    assert wrong.returncode == 2 and "hosts of a job that do not fit together" in wrong.stderr, wrong.stderr


def test_two_runs_are_laid_over_each_other(folder):
    ebb("run", *RUN, "--set", "traffic.load=0.1", "-o", folder / "second")
    ebb("report", folder / "first", folder / "second", "-o", folder / "both.html")
    page = (folder / "both.html").read_text()
    assert "traffic.load" in page and "what differs" in page
    browse("any", (folder / "both.html").as_uri())


def test_text_and_page_have_the_same_figures(folder):
    text = ebb("report", folder / "first").stdout
    csv = ebb("report", folder / "first", "--csv").stdout
    document = json.loads(ebb("report", folder / "first", "--json").stdout)
    assert document["title"] in text and document["title"] in (folder / "first.html").read_text()
    assert "always full rate" in csv


def test_other_results_become_pages(folder):
    ebb("plan", "examples/plan-fbfly-32k.toml", "--report", folder / "plan.html")
    (folder / "plan.json").write_text(ebb("plan", "compare", "examples/plan-clos-32k.toml",
                                          "examples/plan-fbfly-32k.toml", "--json").stdout)
    ebb("report", folder / "plan.json", "-o", folder / "plans.html")
    ebb("reproduce", "abts-table1", "benito-rules", "-o", folder / "papers")
    ebb("report", folder / "papers", "-o", folder / "papers.html")
    for name in ("plan", "plans", "papers"):
        browse("any", (folder / f"{name}.html").as_uri())


def test_what_cannot_be_read_is_refused(folder):
    assert "there is no such file or folder" in ebb("report", folder / "nothing", "-o", folder / "x.html", code=2).stderr
    broken = folder / "broken"
    for cut, word in (("series.json", "cut off"), ("summary.json", "cut off")):
        shutil.rmtree(broken, ignore_errors=True)
        shutil.copytree(folder / "first", broken)
        text = (broken / cut).read_text()
        (broken / cut).write_text(text[:len(text) // 2])
        assert word in ebb("report", broken, "-o", folder / "x.html", code=2).stderr
    shutil.rmtree(broken)
    shutil.copytree(folder / "first", broken)
    series = json.loads((broken / "series.json").read_text())
    series["version"] = 99
    (broken / "series.json").write_text(json.dumps(series))
    assert "version 99" in ebb("report", broken, "-o", folder / "x.html", code=2).stderr
    series["version"] = 1
    series["history"]["busy"] = series["history"]["rate"][:40]
    (broken / "series.json").write_text(json.dumps(series))
    assert "do not fit together" in ebb("report", broken, "-o", folder / "x.html", code=2).stderr
    assert not (folder / "x.html").exists()


HOSTILE = "</script><img src=x onerror=\"window.hacked=1\">'\u202egnp"


def hostile_copy(value):
    """The same with every text replaced; keys stay, so that it is still read."""
    if isinstance(value, dict):
        return {key: hostile_copy(one) for key, one in value.items()}
    if isinstance(value, list):
        return [hostile_copy(one) for one in value]
    return HOSTILE if isinstance(value, str) else value


def studies(folder):
    """What commands printed or kept, by the file that a report is made from."""
    policies = folder / "policies.json"
    if not policies.exists():
        policies.write_text(ebb("compare-policies", "examples/run-halve-double.toml", "--set", "run.most_time=200us", "-q", "--store",
                                folder / "policies.results", "--json").stdout)
    return {"plan": folder / "plan.json", "policies": policies, "papers": folder / "papers/reproduction.json"}


def test_studies_say_how_to_run_them_again(folder):
    for kind, file in studies(folder).items():
        page = folder / f"{kind}-again.html"
        ebb("report", file.parent if kind == "papers" else file, "-o", page)
        text = page.read_text()
        command = {"plan": "ebb plan compare", "policies": "ebb compare-policies", "papers": "ebb reproduce"}[kind]
        assert command in text and "To run it again" in text and "ebb 0." in text, kind
        if kind == "policies":
            runs = json.loads(file.read_text())["origin"]["runs"]
            assert runs and all(run["digest"] in text and run["seed"] == 1 for run in runs)
        if kind != "papers":
            assert "[topology]" in text, kind


def test_hostile_studies_stay_texts(folder):
    for kind, file in studies(folder).items():
        place = folder / "hostile-study" / kind
        place.mkdir(parents=True)
        (place / file.name).write_text(json.dumps(hostile_copy(json.loads(file.read_text()))))
        page = place / "page.html"
        ebb("report", place if kind == "papers" else place / file.name, "-o", page)
        text = page.read_text()
        assert "<img src=x" not in text and "\u202e" not in text, kind
        browse("hostile", page.as_uri())


def test_a_hostile_sweep_stays_text(folder):
    name = "<img src=x onerror=\"window.hacked=1\">'\u202e.toml"
    sweep = pathlib.Path("examples/sweep-mesh.toml").read_text().split("[sweep.cross]")[0]
    (folder / name).write_text(sweep.replace("2ms", "20us") + "[sweep.cross]\ntraffic.load = [0.1, 0.2]\n")
    ebb("sweep", folder / name, "-q", "--store", folder / "hostile.results", "--report", folder / "sweep.html")
    text = (folder / "sweep.html").read_text()
    assert "<img src=x" not in text and "\u202e" not in text and "To run it again" in text
    browse("hostile", (folder / "sweep.html").as_uri())
    store = folder / "damaged.results"
    shutil.copytree(folder / "hostile.results", store)
    for part in store.iterdir():
        if part.is_file():
            part.write_bytes(part.read_bytes()[:part.stat().st_size // 2])
    assert ebb("report", store, "-o", folder / "x.html", code=2).stderr
    assert not (folder / "x.html").exists()


def test_cut_or_senseless_studies_are_refused(folder):
    place = folder / "cut"
    place.mkdir()
    for kind, file in studies(folder).items():
        text = file.read_text()
        for part in (0, 1, len(text) // 4, len(text) // 2, len(text) - 3):
            (place / file.name).write_text(text[:part])
            done = ebb("report", place if kind == "papers" else place / file.name, "-o", folder / "x.html", code=2)
            assert "cut off" in done.stderr and "ebb plan" in done.stderr, (kind, part, done.stderr)
    for senseless in ("[]", "{}", "3", "null", '{"plans": []}', '{"plan": 3}', '{"rows": [{"policy": []}]}', '[{"rows": 3}]', '{"plans": 7}',
                      '{"plan": "x", "power": [1], "device_numbers": [3, {}]}', '{"rows": [{"policy": "a"}, 3, null]}'):
        (place / "x.json").write_text(senseless)
        done = subprocess.run([EBB, "report", place / "x.json"], capture_output=True, text=True)
        assert done.returncode in (0, 2), (senseless, done.returncode, done.stderr)
    assert not (folder / "x.html").exists()


def test_hostile_names_stay_texts(folder):
    hostile = folder / "hostile"
    shutil.copytree(folder / "first", hostile)
    name = HOSTILE
    summary = json.loads((hostile / "summary.json").read_text())
    for key in ("network", "routing", "traffic", "control", "why", "file"):
        summary[key] = name
    for row in summary["energy"] + summary["latency"] + summary["channels"]:
        row[next(iter(row))] = name
    (hostile / "summary.json").write_text(json.dumps(summary))
    series = json.loads((hostile / "series.json").read_text())
    series["network"]["kinds"] = [name] * len(series["network"]["kinds"])
    series["history"]["reasons"] = [name] * len(series["history"]["reasons"])
    for place in series["network"]["places"]:
        place[0] = name
    (hostile / "series.json").write_text(json.dumps(series))
    (hostile / "config.toml").write_text(f"# {name}\n")
    ebb("report", hostile, "-o", folder / "hostile.html")
    page = (folder / "hostile.html").read_text()
    assert "<img src=x" not in page and "\u202e" not in page
    browse("hostile", (folder / "hostile.html").as_uri())


def test_figures(folder):
    wrong = ebb("plot", "powr", folder / "first", "-o", folder / "a.svg", code=2).stderr
    assert "power" in wrong and "did you mean" in wrong, wrong
    script = ebb("plot", "power", folder / "first", "--script").stdout
    assert "$curve0 << END" in script and "plot $curve0" in script
    assert ".svg" in ebb("plot", "power", folder / "first", "-o", folder / "a.doc", code=2).stderr
    # Where gnuplot is not installed, nothing is computed before that is said.
    without = ebb("plot", "abts-fig8", "-o", folder / "a.svg", code=1, path=folder).stderr
    assert without.startswith("gnuplot: is not installed") and "--script" in without, without
    if not shutil.which("gnuplot"):
        return print("figures skipped: gnuplot is not installed")
    for what, file in (("power", "a.svg"), ("speeds", "b.svg"), ("tables", "c.svg"), ("distribution", "d.svg")):
        done = ebb("plot", what, folder / "first", "-o", folder / file)
        assert done.stderr == "", done.stderr
        assert "<svg" in (folder / file).read_text()
    ebb("plot", "abts-table1", "-o", folder / "e.svg")
    ebb("plot", "abts-fig8", "--quick", "-o", folder / "f.svg")
    drawn = (folder / "f.svg").read_text()
    for text in ("Uniform", "Search", "Advert", "always full speed", "ideal network: its utilisation", "of all links at full speed",
                 "quick: a smaller network or a shorter time"):
        assert text in drawn, text
    ebb("plot", "abts-table2-2", "-o", folder / "g.svg")  # gnuplot cuts names of its own tics after 50 characters
    for text in ("power of an ideal channel at 2.5", "section 4.2.1 prints it"):
        assert text in (folder / "g.svg").read_text(), text


def request(address, path, method="GET", headers=None):
    host = re.match(r"http://([^/]+)/", address).group(1)
    connection = http.client.HTTPConnection(host, timeout=10)
    connection.request(method, path, headers=headers or {})
    return connection.getresponse()


def ask_to_stop(address, token):
    try:
        request(address, f"/stop?token={token}", "POST")
    except (OSError, http.client.HTTPException):
        pass  # the browser has asked before us, and it is about to end


@contextlib.contextmanager
def watched(*arguments):
    with served(*arguments, "-q", "--live") as page:
        yield page


@contextlib.contextmanager
def served(*arguments):
    """A process with a page: itself, the page's address and token; None where ebb has no web server."""
    process = subprocess.Popen([EBB, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        line = process.stderr.readline()
        if "without a web server" in line:
            print("page skipped: built without cpp-httplib")
            yield None
        else:
            address = line.split()[1]
            yield process, address, address.split("token=")[1]
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stderr.close()


def news_until(events, wanted):
    seen, deadline = b"", time.time() + 60
    while wanted not in seen and time.time() < deadline:
        seen += events.read1(65536)
    assert wanted in seen, seen[-500:]
    return seen


def test_a_run_can_be_watched(folder):
    with watched("run", "examples/run-halve-double.toml", "--set", "run.most_time=60s", "--set", "run.precision=0.0001") as page:
        if not page:
            return
        run, address, token = page
        assert address.startswith("http://127.0.0.1:") and len(token) == 32
        assert request(address, f"/?token={token}").status == 200
        for path, headers in (("/", {}), (f"/?token={token[:-1]}0x", {}), (f"/?token={token}", {"Origin": "http://evil.example"}),
                              (f"/?token={token}", {"Host": "evil.example"})):
            assert request(address, path, headers=headers).status == 403, (path, headers)
        assert request(address, f"/stop?token={token}", "POST", {"Origin": "http://evil.example"}).status == 403
        assert request(address, f"/stop?token={token}", "GET").status == 404
        assert run.poll() is None
        events = request(address, f"/events?token={token}")
        assert events.getheader("Content-Type") == "text/event-stream"
        assert b"event: progress" in news_until(events, b"event: charts")
        events.close()
        browse("live", address)
        ask_to_stop(address, token)
        assert run.wait(60) == 1, "a run that was asked to stop has a partial result"


@contextlib.contextmanager
def dripping(address, count):
    """Connections that send a byte of a request now and then, until the server closes them."""
    host, port = re.match(r"http://([^:]+):(\d+)/", address).groups()
    connections, over = [socket.create_connection((host, int(port)), timeout=10) for _ in range(count)], threading.Event()

    def drip():
        while not over.wait(0.3):
            for connection in connections:
                with contextlib.suppress(OSError):
                    connection.send(b"x")

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        for connection in connections:
            connection.close()


def test_a_run_ends_whatever_its_clients_do(folder):
    with watched("run", "examples/run-halve-double.toml", "--set", "run.most_time=60s", "--set", "run.precision=0.0001") as page:
        if not page:
            return
        run, address, token = page
        events = request(address, f"/events?token={token}")  # nobody reads them
        with dripping(address, 60):
            time.sleep(1)
            began = time.time()
            assert request(address, f"/?token={token}").status == 200
            assert time.time() - began < 2, "who sends slowly keeps nobody out"
            run.send_signal(signal.SIGTERM)
            assert run.wait(8) == 1, "a run that was asked to end has a partial result"
        events.close()


TINY_RUN = ('[topology]\nname = "star"\nhosts = 2\n[routing]\nname = "shortest_path"\n'
            '[traffic]\npattern = "uniform"\nload = 0.1\n[run]\nmost_time = "2us"\n')


def test_a_run_that_is_soon_over_ends(folder):
    tiny = folder / "tiny.toml"
    tiny.write_text(TINY_RUN)
    for _ in range(100):
        with watched("run", tiny) as page:
            if not page:
                return
            page[0].wait(30)


def test_a_sweep_can_be_watched_and_stopped(folder):
    study = folder / "study.toml"
    text = pathlib.Path("examples/sweep-butterfly.toml").read_text().split("[sweep.cross]")[0]
    study.write_text(text.replace('most_time = "2ms"', 'most_time = "20ms"').replace("precision = 0.02", "precision = 0.0001") +
                     f"[sweep.cross]\ntraffic.load = [0.1, 0.2]\nrun.seed = {list(range(1, 200))}\n")
    with watched("sweep", study, "--store", folder / "watched", "--jobs", "1") as page:
        if not page:
            return
        sweep, address, token = page
        assert b" points done" in news_until(request(address, f"/events?token={token}"), b"latency-load")
        browse("points", address)
        ask_to_stop(address, token)
        assert sweep.wait(60) == 1, "a sweep that was stopped says so"
    done = json.loads(ebb("results", "list", "--store", folder / "watched", "--json").stdout)
    assert 0 < len(done) < 398, len(done)


def test_policies_can_be_watched(folder):
    store = str(folder / "policies")
    with watched("compare-policies", "examples/run-halve-double.toml", "--set", "run.most_time=4ms", "--jobs", "1",
                 "--store", store) as page:
        if not page:
            return
        compare, address, token = page
        assert b" points done" in news_until(request(address, f"/events?token={token}"), b'"front"')
        ask_to_stop(address, token)
        assert compare.wait(60) == 1, "a comparison that was stopped says so"


def long_run():
    text = pathlib.Path("examples/run-halve-double.toml").read_text()
    return re.sub(r'(?m)^(most_time|precision) = .*\n', "", text) + '\nmost_time = "60s"\nprecision = 0.0001\n'


def test_a_store_is_opened_in_the_browser(folder):
    with served("serve", folder / "hostile.results", folder / "first") as page:
        if not page:
            return
        server, address, token = page
        points = 0
        for _ in range(100):
            points = json.loads(request(address, f"/api/runs?token={token}").read())["total"]
            if points:
                break
            time.sleep(0.1)
        assert points == 3, "two loads of a sweep, and a folder of a run"
        for path, headers in (("/api/runs", {}), (f"/api/runs?token={token[:-1]}0x", {}),
                              (f"/api/runs?token={token}", {"Origin": "http://evil.example"}), (f"/?token={token}", {"Host": "evil.example"})):
            assert request(address, path, headers=headers).status == 403, (path, headers)
        with dripping(address, 60):
            time.sleep(1)
            began = time.time()
            assert request(address, f"/?token={token}").status == 200
            assert time.time() - began < 2, "who sends slowly keeps nobody out"
        expected = folder / "expected.json"
        expected.write_text(json.dumps({"points": points, "run": TINY_RUN, "long": long_run()}))

        def elsewhere():
            return json.loads(request(address, f"/api/state?token={token}").read())["elsewhere"]
        assert elsewhere() == []
        with watched("run", "examples/run-halve-double.toml", "--set", "run.most_time=60s", "--set", "run.precision=0.0001") as other:
            pages = elsewhere()
            assert [page["live"] for page in pages] == [other[1]] and "run-halve-double" in pages[0]["title"], pages
            browse("browse", address, expected)
            ask_to_stop(other[1], other[2])
            assert other[0].wait(60) == 1
        assert elsewhere() == [], "it has ended"
        shutil.rmtree(folder / "hostile.results")
        assert request(address, f"/api/run?id=0&token={token}").status == 400
        server.send_signal(signal.SIGTERM)
        assert server.wait(10) == 0


def main():
    with tempfile.TemporaryDirectory() as name:
        os.environ["EBB_LIVE"] = os.path.join(name, "live")  # apart from what else runs on this machine
        for key, test in list(globals().items()):
            if key.startswith("test_"):
                began = time.time()
                test(pathlib.Path(name))
                print(f"{key}: {time.time() - began:.1f} s")


if __name__ == "__main__":
    main()
