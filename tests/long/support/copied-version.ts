import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Product } from '../../e2e/support/product.ts';

const root = join(import.meta.dirname, '../../..');

/** Another version in a folder of its own: its sources are its own, its packages of others are ours. */
export interface CopiedVersion {
  readonly folder: string;
  /** As `npm start` of that folder, on the data of a product that runs. */
  start(product: Product): ChildProcess;
  remove(): Promise<void>;
}

export async function copyVersion(): Promise<CopiedVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-version-'));
  for (const part of ['packages', 'apps/server', 'package.json']) {
    await cp(join(root, part), join(folder, part), { recursive: true, verbatimSymlinks: true });
  }
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@alo') await symlink(join(root, 'node_modules', name), join(packages, name));
  }
  await cp(join(root, 'node_modules/@alo'), join(packages, '@alo'), { recursive: true, verbatimSymlinks: true });
  await appendFile(join(folder, 'packages/sip/src/index.ts'), '\n// Another version.\n');
  return {
    folder,
    start({ address, dataFolder, sipPort }) {
      const { hostname, port } = new URL(address);
      return spawn(process.execPath, [join(folder, 'apps/server/src/process/keeper.ts')], {
        stdio: 'ignore',
        env: {
          ...process.env,
          ALO_DATA_DIR: dataFolder,
          ALO_HOST: hostname,
          ALO_PORT: port,
          ALO_SIP_PORT: String(sipPort),
          ALO_SIP_TLS_PORT: '0',
          ALO_SIP_WSS_PORT: '0',
          ALO_DRAIN_SECONDS: '0',
        },
      });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
