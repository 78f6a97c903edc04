import { createHash } from 'node:crypto';
import { access, mkdir, readFile, readlink, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { hasCode } from '../kernel/has-code.ts';
import { writeWhole } from '../kernel/write-whole.ts';

/** The data folder is another node's: its journal must not be taken for this one's. */
export class OtherNode extends Error {
  override readonly name = 'OtherNode';
}

/**
 * The name by which a node holds calls: the installation's, and behind a stroke the node's own where it has one. The folder keeps it, for its
 * journal stands in the history by that name. Rejects with `OtherNode` where the folder has another.
 */
export async function nodeHolder(dataFolder: string, installation: string, node: string): Promise<string> {
  const file = join(dataFolder, 'node');
  const kept = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    },
  );
  // Calls of before nodes had names are of the one that has none.
  const own = kept ?? ((await isThere(join(dataFolder, 'journal'))) ? '' : node);
  if (own !== node) {
    throw new OtherNode(
      `Thư mục dữ liệu ${dataFolder} thuộc máy ${own === '' ? 'không đặt tên' : own}: ` +
        `đặt ALO_NODE=${own}, hoặc chọn thư mục khác bằng ALO_DATA_DIR.`,
    );
  }
  if (kept === undefined) {
    await mkdir(dataFolder, { recursive: true });
    await writeWhole(file, `${node}\n`);
  }
  return node === '' ? installation : `${installation}/${node}`;
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Where a process runs whose data folder is locked: the same machine since it was started, the same network (which the lock is of) and the same
 * folder. A copy of a folder, or one that two machines have mounted, is another place.
 */
export async function folderPlaceOf(dataFolder: string): Promise<string> {
  const { dev, ino } = await stat(dataFolder);
  const machine = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname());
  const network = await readlink('/proc/self/ns/net').catch(() => '');
  return createHash('sha256').update([machine.trim(), network, dev, ino].join(' ')).digest('hex').slice(0, 16);
}
