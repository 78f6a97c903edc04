import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const program = join(import.meta.dirname, '../../../apps/server/src/operator/alo.ts');

/** What the operator types as `npm run alo -- …`, for the data in a folder; answers what it says. */
export async function operate(dataFolder: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
    env: { ...process.env, ALO_DATA_DIR: dataFolder },
  });
  return stdout;
}
