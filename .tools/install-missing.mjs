// Installs what a fresh machine lacks: the npm packages and, with --browser, a Chromium for the browser tests.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const minimum = [20, 19];

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const version = process.versions.node.split(".").map(Number);
if (version[0] < minimum[0] || (version[0] === minimum[0] && version[1] < minimum[1])) {
  fail(`Dualscope needs Node ${minimum.join(".")} or newer; this is ${process.version}.`);
}

/** Installs the npm packages when the lock file is newer than what is installed. */
export function installPackages() {
  const marker = join(root, "node_modules/.package-lock.json");
  const lock = join(root, "package-lock.json");
  if (existsSync(marker) && statSync(marker).mtimeMs >= statSync(lock).mtimeMs) return;
  process.stderr.write("Installing npm packages ...\n");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const result = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--include=dev"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (result.status !== 0) fail("npm could not install the packages; its message stands above.");
  utimesSync(marker, new Date(), new Date());
}

/** The places where a Chromium may be, in the order of preference. */
const CHROMIUM_PLACES = [
  process.env.CHROMIUM_PATH,
  ...JSON.parse(readFileSync(join(root, ".tools/chromium-places.json"), "utf8")),
].filter((place) => place !== undefined && place !== "");

/** Finds a Chromium, or installs Debian's where apt can; says what to install otherwise. */
function installBrowser() {
  if (CHROMIUM_PLACES.some((place) => existsSync(place))) return;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const hasApt = spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;
  if (hasApt) {
    process.stderr.write("Installing Chromium for the browser tests (apt-get install chromium) ...\n");
    for (const words of [
      ["apt-get", "update"],
      ["apt-get", "install", "-y", "--no-install-recommends", "chromium"],
    ]) {
      const [command, ...rest] = [...asRoot, ...words];
      spawnSync(command, rest, { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    }
  }
  if (!CHROMIUM_PLACES.some((place) => existsSync(place))) {
    fail(
      "The browser tests need a Chromium and none was found. Install one (on Debian: apt-get install chromium) " +
        "or name its program in the environment variable CHROMIUM_PATH.",
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages();
  if (process.argv.includes("--browser")) installBrowser();
}
