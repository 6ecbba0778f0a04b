// Installs what a fresh machine lacks: the npm packages and, with --browser, a Chromium and, where it can be had, a Firefox for the browser tests.
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

/**
 * The browsers that tests run in, with the places where they may be, and Debian's packages, the best first. A Chromium without windows opens
 * a page at half the cost of one with them.
 */
const CHROMIUM = {
  name: "Chromium",
  packages: ["chromium-headless-shell", "chromium"],
  variable: "CHROMIUM_PATH",
  places: "chromium-places.json",
};
const FIREFOX = {
  name: "Firefox",
  packages: ["firefox-esr"],
  variable: "FIREFOX_PATH",
  places: "firefox-places.json",
};

function isInstalled({ variable, places }) {
  const list = JSON.parse(readFileSync(join(root, ".tools", places), "utf8"));
  return [process.env[variable], ...list].some((place) => place !== undefined && place !== "" && existsSync(place));
}

/** Looks for a browser, and installs Debian's where apt can; whether there is one then. */
function installBrowser(browser) {
  if (isInstalled(browser)) return true;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const hasApt = spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;
  if (!hasApt) return false;
  const aptGet = (...words) => {
    const [command, ...rest] = [...asRoot, "apt-get", ...words];
    spawnSync(command, rest, { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  };
  process.stderr.write(`Installing ${browser.name} for the browser tests ...\n`);
  aptGet("update");
  for (const name of browser.packages) {
    aptGet("install", "-y", "--no-install-recommends", name);
    if (isInstalled(browser)) return true;
  }
  return false;
}

/** What to do where a browser is missing. */
function wayToInstall({ name, packages, variable }) {
  return `Install a ${name} (on Debian: apt-get install ${packages[0]}) or name its program in the environment variable ${variable}.`;
}

function installBrowsers() {
  if (!installBrowser(CHROMIUM)) {
    fail(`The browser tests need a Chromium and none was found. ${wayToInstall(CHROMIUM)}`);
  }
  if (!installBrowser(FIREFOX)) {
    process.stderr.write(`There is no Firefox: the tests in it are skipped. ${wayToInstall(FIREFOX)}\n`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages();
  if (process.argv.includes("--browser")) installBrowsers();
}
