"""The page in web/dist is the one that its sources make: the digest of the sources is recorded in it, and where npm's
modules are installed, it is built again and compared. usage: web_bundle_test.py"""
import hashlib
import pathlib
import shutil
import subprocess
import sys

WEB = pathlib.Path("web")


def source_digest():
    files = ["build.mjs", "index.html", "package.json", "package-lock.json", "vite.config.js"]
    files += [f"src/{path.name}" for path in (WEB / "src").iterdir()]
    lines = [f"{file} {hashlib.sha256((WEB / file).read_bytes()).hexdigest()}\n" for file in sorted(files)]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def main():
    page = (WEB / "dist/page.html").read_text()
    expected = f"<!--ebb-sources {source_digest()}-->"
    if not page.endswith(expected + "\n"):
        sys.exit("web/dist/page.html was not built from these sources: run `npm install && npm run build` in web/ and commit it")
    for place in ("title", "main", "data"):
        if page.count(f"<!--ebb-{place}-->") != 1:
            sys.exit(f"web/dist/page.html has not exactly one place for its {place}")
    for host in ("src=\"http", "href=\"http", "@import"):
        if host in page:
            sys.exit(f"web/dist/page.html asks somebody else for something: {host}")
    if len(page) > 1_000_000:
        sys.exit(f"web/dist/page.html has {len(page)} bytes: a page of 3 MB must have room for its data")
    if shutil.which("node") and (WEB / "node_modules/vite").is_dir():
        subprocess.run(["npm", "test", "--silent"], cwd=WEB, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["node", "build.mjs"], cwd=WEB, check=True, stdout=subprocess.DEVNULL)
        again = (WEB / "dist/page.html").read_text()
        if again != page:
            sys.exit("web/dist/page.html differs from what its sources make now: commit the new one")
        print("built again: the same bytes")
    else:
        print("the digest of the sources is right; not built again, as web/node_modules is not there")


if __name__ == "__main__":
    main()
