import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The environment variable that names the prepared folder to the processes of stories. */
export const preparedIn = 'ALO_STORY_PREPARED';

/** Makes `folder` what a first start leaves behind. Nothing where none was prepared: then the product makes it itself. */
export async function fillFromPrepared(folder: string): Promise<void> {
  const prepared = process.env[preparedIn];
  if (prepared === undefined) return;
  // With owners: the cluster is PostgreSQL's own user's.
  const copying = spawn('cp', ['-a', '--reflink=auto', `${prepared}/.`, folder], { stdio: 'inherit' });
  const [code] = await once(copying, 'exit');
  if (code !== 0) throw new Error(`The prepared data could not be copied: cp ended with ${code}.`);
}
