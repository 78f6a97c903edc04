import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const packages = join(import.meta.dirname, '../../..');

/** Names the code that carries calls: of an engine and a server that give another, one was started before an upgrade. */
export function codeVersion(): string {
  const hash = createHash('sha256');
  const files = globSync('{call-core,engine,engine-asterisk,engine-host,engine-sip,net,sip}/src/**/*.ts', {
    cwd: packages,
  }).sort();
  for (const file of files) hash.update(`${relative(packages, file)}\0`).update(readFileSync(join(packages, file)));
  return hash.digest('hex').slice(0, 16);
}
