// Starts workers for the page around this frame. A worker made of a blob inherits the policy of its frame, on any host: its code has
// no network, and may make code. What the page keeps is out of its reach too: the ways to storage are taken away before it begins.
const FORBIDDEN = ["indexedDB", "caches", "cookieStore", "BroadcastChannel", "SharedWorker", "Worker"];

self.startEngine = (address, name) => {
  const { origin, href } = new URL(address);
  if (origin !== self.location.origin) throw new Error("a worker of another site");
  // what is sent before the module is there waits for it
  const begin = [
    "const early = [];",
    "const keep = (event) => early.push(event.data);",
    "self.addEventListener('message', keep);",
    "for (const name of ['storage', 'storageBuckets', 'locks']) delete Object.getPrototypeOf(navigator)[name];",
    "for (let scope = self; scope !== null; scope = Object.getPrototypeOf(scope))",
    `  for (const name of ${JSON.stringify(FORBIDDEN)}) delete scope[name];`,
    `import(${JSON.stringify(href)}).then(() => {`,
    "  self.removeEventListener('message', keep);",
    "  for (const data of early) self.dispatchEvent(new MessageEvent('message', { data }));",
    "}, (error) => setTimeout(() => { throw error; }));",
  ];
  const blob = URL.createObjectURL(new Blob([begin.join("\n")], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module", name });
  worker.addEventListener("message", () => URL.revokeObjectURL(blob), { once: true });
  return worker;
};
