// The relay over HTTP: what it answers, to whom, and the addresses that it tells.
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressesOf, relayOf } from "../../.tools/relay/relay.ts";
import { LIMITS, Rooms } from "../../.tools/relay/rooms.ts";

const CODE = "abcdefghijklmnopqrstuvwx";
const KEY = "ABCDEFGHIJKLMNOPQRSTUVWX";
const JSON_TYPE = { "content-type": "application/json" };

let server: Server;
let origin = "";

beforeAll(async () => {
  const relay = relayOf(new Rooms(), () => server.address());
  server = createServer((asked, response) => relay(asked, response, () => response.end("no relay")));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Listens, and gives the lines that were heard so far. */
async function listening(path: string) {
  const stop = new AbortController();
  const response = await fetch(`${origin}/${path}`, { signal: stop.signal });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const heard: unknown[] = [];
  const read = async (): Promise<void> => {
    let text = "";
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (text + part).split("\n\n");
      text = lines.pop()!;
      heard.push(...lines.map((line) => JSON.parse(line.replace(/^data: /, "")) as unknown));
    }
  };
  void read().catch(() => undefined);
  return { heard, stop: () => stop.abort() };
}

async function post(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): Promise<number> {
  return (await fetch(`${origin}/${path}`, { method: "POST", body, headers })).status;
}

describe("the relay", () => {
  test("carries states to phones and moves to slides, and notes who is gone", async () => {
    const slides = await listening(`${CODE}/slides?key=${KEY}`);
    const phone = await listening(`${CODE}/phone`);
    expect(await post(`${CODE}/slides?key=${KEY}`, '{"tag":"over"}')).toBe(200);
    await expect.poll(() => phone.heard).toEqual([{ tag: "state", age: expect.any(Number), state: { tag: "over" } }]);
    expect(await post(`${CODE}/phone`, '{"tag":"step","by":1}')).toBe(200);
    await expect.poll(() => slides.heard).toContainEqual({ tag: "move", move: { tag: "step", by: 1 } });
    phone.stop();
    await expect.poll(() => slides.heard.at(-1)).toEqual({ tag: "phones", count: 0 });
    const late = await listening(`${CODE}/phone`);
    slides.stop();
    await expect.poll(() => late.heard.at(-1)).toEqual({ tag: "away" });
    const ended = await fetch(`${origin}/${CODE}/slides?key=${KEY}`, { method: "DELETE" });
    expect(ended.status).toBe(200);
    expect((await fetch(`${origin}/${CODE}`)).status).toBe(404);
  });

  test("knows no rooms but those that are open, and no other addresses", async () => {
    for (const path of [CODE, `${CODE}/phone`, `${CODE}/slides/more`, `${CODE}/other`])
      expect((await fetch(`${origin}/${path}`)).status, path).toBe(404);
    expect(await post(`${CODE}/phone`, "{}")).toBe(404);
    expect((await fetch(`${origin}/short/slides?key=${KEY}`)).status).toBe(400);
  });

  test("reads no more than it bears", async () => {
    const slides = await listening(`${CODE}/slides?key=${KEY}`);
    expect(await post(`${CODE}/phone`, `"${"x".repeat(LIMITS.moveBytes)}"`)).toBe(413);
    expect(await post(`${CODE}/slides?key=${KEY}`, `"${"x".repeat(LIMITS.stateBytes)}"`)).toBe(413);
    // one who never ends is cut off
    const cut = await new Promise<string>((done) => {
      const asked = request(`${origin}/${CODE}/phone`, { method: "POST", headers: JSON_TYPE });
      asked.on("response", ({ statusCode }) => done(String(statusCode)));
      asked.on("error", ({ message }) => done(message));
      asked.write("x".repeat(LIMITS.moveBytes + 1));
    });
    expect(cut).toBe("413");
    slides.stop();
  });

  test("hears no page of another site", async () => {
    const slides = await listening(`${CODE}/slides?key=${KEY}`);
    const host = new URL(origin).host;
    const path = `${CODE}/phone`;
    expect(await post(path, "1", { "content-type": "text/plain" })).toBe(400);
    expect(await post(path, "1", { ...JSON_TYPE, origin: "http://elsewhere.example" })).toBe(403);
    expect(await post(path, "1", { ...JSON_TYPE, origin: "null" })).toBe(403);
    expect(await post(path, "1", { ...JSON_TYPE, origin: `http://${host}` })).toBe(200);
    const strange = await fetch(`${origin}/`, { headers: { "sec-fetch-site": "cross-site" } });
    // fetch in Node says itself where it comes from, so that the header is asked for by hand
    const byHand = await new Promise<number | undefined>((done) =>
      request(`${origin}/`, { headers: { "sec-fetch-site": "cross-site" } }, ({ statusCode }) =>
        done(statusCode),
      ).end(),
    );
    expect([byHand, [200, 403].includes(strange.status)]).toEqual([403, true]);
    slides.stop();
  });

  test("tells where its network reaches it, and nothing where nobody but this computer does", async () => {
    expect(await (await fetch(`${origin}/`)).json()).toEqual({ addresses: [] });
    const bound = (address: string): AddressInfo => ({ address, family: "IPv4", port: 80 });
    expect(addressesOf(bound("127.0.0.1"), "http")).toEqual([]);
    expect(addressesOf(bound("::1"), "http")).toEqual([]);
    expect(addressesOf(bound("192.0.2.7"), "https")).toEqual(["https://192.0.2.7:80"]);
    expect(addressesOf(bound("2001:db8::7"), "http")).toEqual(["http://[2001:db8::7]:80"]);
    for (const address of addressesOf(bound("::"), "http")) expect(address).toMatch(/^http:\/\/(?!127\.)[\d.]+:80$/);
  });
});
