// The packages that the project stands on: that each is the one that was chosen, and free to use.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import satisfies from "spdx-satisfies";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Licences that ask for no more than to be named, and MPL, whose terms end with its own files. */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "CC-BY-3.0",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense",
];

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
}

/** Packages of a lock file, by folder; without the project. */
function locked(file: string): ReadonlyMap<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, file), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return new Map(Object.entries(packages).filter(([folder]) => folder !== ""));
}

/** Licences named only in package texts. */
const SAID_IN_TEXT: Readonly<Record<string, string>> = { "cli-table": "MIT" };

/** A package may be used where one of the licences that it leaves the choice of is allowed. */
function isFree(licence: string): boolean {
  return satisfies(licence, ALLOWED);
}

/** Packages as they are installed, also those that others bring along with them. */
function installed(folder = join(ROOT, "node_modules")): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .flatMap(({ name }) =>
      name.startsWith("@") ? readdirSync(join(folder, name)).map((one) => join(name, one)) : name,
    )
    .map((name) => join(folder, name))
    .flatMap((found) => [found, ...installed(join(found, "node_modules"))])
    .filter((found) => existsSync(join(found, "package.json")));
}

describe.each(["package-lock.json", "test/bench/peers/package-lock.json"])("%s", (file) => {
  const packages = locked(file);

  test("every package has the hash of what is to be installed, and no address", () => {
    expect(packages.size).toBeGreaterThan(50);
    const wrong = [...packages].filter(
      ([, { integrity, resolved }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? "") || resolved !== undefined,
    );
    expect(wrong.map(([folder]) => folder)).toEqual([]);
  });
});

describe("licences", () => {
  test("those that bind others are not allowed, unless there is a choice", () => {
    for (const licence of ["GPL-3.0-only", "LGPL-2.1-or-later", "AGPL-3.0-only", "EPL-2.0", "(MIT AND GPL-2.0-only)"])
      expect(isFree(licence), licence).toBe(false);
    for (const licence of ["MIT", "(GPL-2.0-only OR MIT)", "(MIT AND CC-BY-3.0)"]) expect(isFree(licence)).toBe(true);
  });

  // those of other systems too, which are in the lock file alone
  test("every package of the lock file may be used", () => {
    const wrong = [...locked("package-lock.json")].flatMap(([folder, { license }]) => {
      const licence = license ?? SAID_IN_TEXT[folder.replace(/^.*node_modules\//, "")];
      return licence !== undefined && isFree(licence) ? [] : [`${folder}: ${licence}`];
    });
    expect(wrong).toEqual([]);
  });

  test("every package that is installed says its licence, and may be used", () => {
    const all = installed();
    expect(all.length).toBeGreaterThan(200);
    const wrong = all.flatMap((folder) => {
      const { name, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
        readonly name: string;
        readonly license?: string;
      };
      const licence = license ?? SAID_IN_TEXT[name];
      return typeof licence === "string" && isFree(licence) ? [] : [`${folder}: ${JSON.stringify(licence)}`];
    });
    expect(wrong).toEqual([]);
  });
});
