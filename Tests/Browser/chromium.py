"""A headless Chromium, driven by its DevTools protocol over a pipe."""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

PROGRAM = shutil.which("chromium")
LIMIT = 20.0


class Chromium:
    """The browser. Messages are JSON, each ended by a NUL."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="firstlight-chromium-")
        read, write = os.pipe(), os.pipe()
        self.process = subprocess.Popen(
            # The browser's ends of the pipes are its descriptors 3 and 4.
            ["bash", "-c", f'exec "$@" 3<&{read[0]} 4>&{write[1]}', "bash", PROGRAM,
             "--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
             f"--user-data-dir={self.profile}", "--window-size=1280,800", "about:blank"],
            pass_fds=(read[0], write[1]), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(read[0])
        os.close(write[1])
        self.output, self.input = read[1], write[0]
        self.buffer = b""
        self.count = 0
        self.events = []

    def close(self):
        try:
            self.call("Browser.close")
            self.process.wait(5)
        except (OSError, AssertionError, subprocess.TimeoutExpired):
            pass
        # Its helper processes are of its session.
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait(10)
        os.close(self.output)
        os.close(self.input)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        """The result of a method; an error is an AssertionError."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        end = time.monotonic() + LIMIT
        while True:
            reply = self.receive(end, method)
            if reply.get("id") == self.count:
                assert "error" not in reply, f"{method}: {reply['error']}"
                return reply["result"]
            if "method" in reply:
                self.events.append(reply)

    def receive(self, end, what):
        while b"\0" not in self.buffer:
            left = end - time.monotonic()
            ready, _, _ = select.select([self.input], [], [], max(left, 0))
            assert ready, f"Chromium did not answer {what} in {LIMIT} s"
            data = os.read(self.input, 1 << 20)
            assert data, f"Chromium ended before it answered {what}"
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def open(self, url):
        return Page(self, url)


class Page:
    """A page in a tab of its own."""

    KEYS = {
        "Backspace": 8, "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "Home": 36,
        "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, ",": 188, ".": 190}

    def __init__(self, browser, url):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call(
            "Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Log", "Page", "Accessibility"):
            self.call(domain + ".enable")
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'"
                  " && typeof state === 'object' && state.revision > 0")

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def evaluate(self, expression, wait=True):
        """The value of an expression, or of its promise if that is waited for."""
        result = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=wait, returnByValue=True)
        assert "exceptionDetails" not in result, f"{expression}: {result['exceptionDetails']}"
        return result["result"].get("value")

    def wait(self, expression, limit=LIMIT):
        """Waits until an expression is true."""
        end = time.monotonic() + limit
        while not self.evaluate(expression):
            assert time.monotonic() < end, f"waited {limit} s in vain for {expression}"
            time.sleep(0.03)

    def press(self, key):
        is_character = len(key) == 1
        code = "Space" if key == " " else "Key" + key.upper() if is_character else key
        about = {"key": key, "code": code,
                 "windowsVirtualKeyCode": self.KEYS[key] if key in self.KEYS else ord(key.upper())}
        text = "\r" if key == "Enter" else key if is_character else None
        typed = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **about, **typed)
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def text(self, identifier):
        """The text of an element."""
        return self.evaluate(f"document.getElementById({json.dumps(identifier)}).textContent")

    def focus(self, selector):
        self.evaluate(f"document.querySelector({json.dumps(selector)}).focus()")

    def place(self, selector, x=.5, y=.5):
        """A point of an element, in parts of its width and height."""
        element = f"document.querySelector({json.dumps(selector)})"
        self.evaluate(element + ".scrollIntoView({ block: 'center' })")
        box = self.evaluate(f"(b => [b.left, b.top, b.width, b.height])"
                            f"({element}.getBoundingClientRect())")
        return {"x": box[0] + x * box[2], "y": box[1] + y * box[3]}

    def mouse(self, kind, place):
        self.call(
            "Input.dispatchMouseEvent", type=kind, button="left", buttons=1, clickCount=1, **place)

    def click(self, selector, x=.5, y=.5):
        place = self.place(selector, x, y)
        self.mouse("mousePressed", place)
        self.mouse("mouseReleased", place)

    def drag(self, selector, start, end):
        """From one part of an element's width to another, by some steps."""
        self.mouse("mousePressed", self.place(selector, start))
        for step in range(1, 5):
            self.mouse("mouseMoved", self.place(selector, start + (end - start) * step / 4))
        self.mouse("mouseReleased", self.place(selector, end))

    def pixels(self):
        """The picture's width, height, and pixels as RGB."""
        width, height, data = self.evaluate("""(() => {
          const canvas = document.getElementById("picture");
          const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
          let text = "";
          for (let i = 0; i < data.length; i += 4) {
            text += String.fromCharCode(data[i], data[i + 1], data[i + 2]);
          }
          return [canvas.width, canvas.height, btoa(text)];
        })()""")
        return width, height, base64.b64decode(data)

    def nodes(self):
        """The nodes of the accessibility tree that are not ignored: (role, name, properties)."""
        tree = self.call("Accessibility.getFullAXTree")["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", ""),
                 {p["name"]: p["value"].get("value") for p in node.get("properties", [])})
                for node in tree if not node.get("ignored")]

    def errors(self):
        """Mistakes that the console would show."""
        self.evaluate("0")
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            method, about = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                details = about["exceptionDetails"]
                found.append(details.get("exception", {}).get("description") or details["text"])
            elif method == "Log.entryAdded" and about["entry"]["level"] == "error":
                found.append(about["entry"]["text"] + " " + about["entry"].get("url", ""))
            elif method == "Runtime.consoleAPICalled" and about["type"] in ("error", "assert"):
                found.append(str(about["args"]))
        return found

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot")["data"]
        path.write_bytes(base64.b64decode(data))
