import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { operate } from './operator.ts';
import { demo } from './people.ts';
import { preparedIn } from './prepared-data.ts';
import { startProduct } from './product.ts';

/**
 * Vitest's global set-up of stories: the product is started once on an empty folder, as a newcomer does, and ended. Each story
 * begins with a copy of what that left, so that none of them waits for a database to be made again.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-prepared-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  // A product is half a dozen processes of the same sources: what Node.js makes of these is kept.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../../node_modules/.cache/node');
  try {
    const product = await startProduct({}, folder);
    // Carriers of stories are on this machine.
    await operate(folder, 'carrier', 'assign', '--company', demo.companyCode, '--host', '127.0.0.1');
    await product.close();
  } catch (error) {
    await remove();
    throw error;
  }
  process.env[preparedIn] = folder;
  return remove;
}
