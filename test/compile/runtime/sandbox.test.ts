// Surroundings of generated code.
import { expect, test } from "vitest";
import { sandboxed } from "../../../engine/compile/runtime/sandbox.js";

test("numbers, arrays, and what it is given", () => {
  const sum = sandboxed(["x"], `"use strict"; return Math.max(...new Float64Array([x, 2])) + Number("1");`);
  expect((sum as (x: number) => number)(3)).toBe(4);
});

test("nothing else", () => {
  const names = [
    "globalThis global self window document process require module fetch XMLHttpRequest WebSocket Worker postMessage",
    "importScripts indexedDB caches navigator location setTimeout setImmediate queueMicrotask replayOrder crypto console",
    "eval Function Reflect Proxy WebAssembly SharedArrayBuffer Atomics MessageChannel BroadcastChannel structuredClone Buffer",
  ].flatMap((line) => line.split(" "));
  const types = sandboxed([], `"use strict"; return [${names.map((name) => `typeof ${name}`).join(", ")}];`);
  expect(new Set((types as () => string[])())).toEqual(new Set(["undefined"]));
});

test("it may call its own what is hidden", () => {
  const own = sandboxed([], `"use strict"; const process = 1; let self = process + 1; return self;`);
  expect((own as () => number)()).toBe(2);
});
