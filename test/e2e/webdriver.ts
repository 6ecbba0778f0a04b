// A browser that is driven by WebDriver alone (W3C), as WebKit's is: as much of it as the tests need.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { vi } from "vitest";

/** Keys as WebDriver writes them. */
export const KEYS = { enter: "\uE007", home: "\uE011", end: "\uE010", right: "\uE014", control: "\uE009" } as const;

const XVFB = "/usr/bin/xvfb-run";

/** Whether a browser with windows has a screen here, or one can be made. */
export const HAS_SCREEN: boolean = process.env.DISPLAY !== undefined || existsSync(XVFB);

/** Milliseconds that a command may take, and the driver until it listens. */
const PATIENCE = 60_000;

/** A port that nobody listens at. */
function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** A window of a browser. */
export class DrivenBrowser {
  readonly #driver: ChildProcess;
  readonly #origin: string;
  #session = "";

  private constructor(driver: ChildProcess, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  /** Starts a driver, by its program, and its browser. */
  static async start(program: string): Promise<DrivenBrowser> {
    const port = await freePort();
    const command = [program, `--port=${port}`];
    const all = process.env.DISPLAY === undefined ? [XVFB, "-a", "-s", "-screen 0 1400x1000x24", ...command] : command;
    const driver = spawn(all[0]!, all.slice(1), {
      // a group of its own, so that all of it ends
      detached: true,
      stdio: "ignore",
      // where tests run as root there is no sandbox within
      env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
    });
    const browser = new DrivenBrowser(driver, `http://127.0.0.1:${port}`);
    await vi.waitFor(() => browser.#call("GET", "/status"), { timeout: PATIENCE, interval: 200 });
    const made = await browser.#call("POST", "/session", { capabilities: { alwaysMatch: {} } });
    browser.#session = `/session/${(made as { readonly sessionId: string }).sessionId}`;
    await browser.#call("POST", `${browser.#session}/window/rect`, { width: 1280, height: 900 });
    return browser;
  }

  async #call(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<unknown> {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await fetch(this.#origin + path, { method, ...sent, signal: AbortSignal.timeout(PATIENCE) });
    const { value } = (await response.json()) as { readonly value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  async open(address: string): Promise<void> {
    await this.#call("POST", `${this.#session}/url`, { url: address });
  }

  /** Runs a function body on the page. */
  evaluate(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#call("POST", `${this.#session}/execute/sync`, { script, args });
  }

  async click(selector: string): Promise<void> {
    const found = await this.#call("POST", `${this.#session}/element`, { using: "css selector", value: selector });
    const [element] = Object.values(found as Readonly<Record<string, string>>);
    await this.#call("POST", `${this.#session}/element/${element}/click`, {});
  }

  /** Presses keys one after the other, while others are held. */
  async press(keys: readonly string[], held: readonly string[] = []): Promise<void> {
    const actions = [
      ...held.map((value) => ({ type: "keyDown", value })),
      ...keys.flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
      ...held.map((value) => ({ type: "keyUp", value })),
    ];
    await this.#call("POST", `${this.#session}/actions`, { actions: [{ type: "key", id: "keys", actions }] });
  }

  async close(): Promise<void> {
    await this.#call("DELETE", this.#session).catch(() => undefined);
    if (this.#driver.pid !== undefined) process.kill(-this.#driver.pid);
  }
}
