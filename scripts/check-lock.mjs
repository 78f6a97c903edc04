/**
 * `npm ci` refuses a lock that does not name every optional package, those for other platforms too, and npm leaves out the ones
 * that it could not find while the lock was made. This fails where one is missing; `--write` adds it, without a checksum:
 * it is for a platform on which nobody has installed it yet.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ version?: string, optionalDependencies?: Record<string, string>, dev?: boolean, [key: string]: unknown }} Entry */

const file = join(import.meta.dirname, '..', 'package-lock.json');
/** @type {{ packages: Record<string, Entry> }} */
const lock = JSON.parse(readFileSync(file, 'utf8'));

const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
  Object.entries(optionalDependencies)
    .filter(([name, version]) => /^\d/.test(version) && !isLocked(path, name))
    .map(([name, version]) => ({ path: `node_modules/${name}`, entry: entryOf(name, version, dev === true) })),
);

if (missing.length > 0 && process.argv.includes('--write')) {
  for (const { path, entry } of missing) lock.packages[path] = entry;
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} packages added to the lock`);
} else if (missing.length > 0) {
  for (const { path } of missing) console.error(`${path} is not in package-lock.json.`);
  console.error('node scripts/check-lock.mjs --write adds what is missing.');
  process.exitCode = 1;
} else {
  console.log(`${Object.keys(lock.packages).length} packages, the optional ones of every platform among them`);
}

/**
 * Whether Node.js would find the package from there: beside the path or further up.
 * @param {string} path
 * @param {string} name
 */
function isLocked(path, name) {
  const outer = path.split(/(?<=^|\/)node_modules\//).slice(0, -1);
  const folders = [path, ...outer.map((_, index) => outer.slice(0, index + 1).join('node_modules/')), ''];
  return folders.some(
    (folder) => [folder.replace(/\/$/, ''), 'node_modules', name].filter(Boolean).join('/') in lock.packages,
  );
}

/**
 * The names of platform packages say what they are for.
 * @param {string} name
 * @param {string} version
 * @param {boolean} dev
 * @returns {Entry}
 */
function entryOf(name, version, dev) {
  const os = /android|darwin|freebsd|netbsd|openbsd|openharmony|sunos|aix|win32|linux/.exec(name)?.[0];
  const cpu = /arm64|x64|ia32|loong64|ppc64|riscv64|s390x|arm/.exec(name)?.[0];
  const libc = /musl/.test(name) ? 'musl' : /linux.*gnu/.test(name) ? 'glibc' : undefined;
  return {
    version,
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(dev ? { dev } : {}),
    ...(libc === undefined ? {} : { libc: [libc] }),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  };
}
