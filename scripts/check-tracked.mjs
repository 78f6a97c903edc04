/** Fails when a file of the repository holds what only one machine or one person has: paths, registry hosts, keys. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const private_ = [
  { what: 'a path of one machine', pattern: /(?:\/(?:home|Users)\/[a-z][\w.-]*|\/root|\/work|\/tmp\/wt)\// },
  {
    what: 'the host of a package registry',
    pattern: /https?:\/\/[\w.-]*(?:registry|npmjs|artifactory|verdaccio|nexus)[\w.-]*/i,
  },
  { what: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  {
    what: 'an access key',
    pattern: /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{36}|github_pat_\w{40}|xox[abp]-[\w-]{20}|npm_\w{36})/,
  },
];

const self = 'scripts/check-tracked.mjs';
const binary = /\.(png|jpe?g|webp|wav|woff2?|ico|pdf)$/;

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && file !== self && !binary.test(file));

let found = 0;
for (const file of files) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    for (const { what, pattern } of private_) {
      if (!pattern.test(line)) continue;
      found += 1;
      console.error(`${file}:${index + 1} holds ${what}.`);
    }
  }
}
if (found > 0) process.exitCode = 1;
else console.log(`${files.length} files hold no machine path, registry host or key`);
