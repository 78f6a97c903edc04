import { type Likeness, likeness, type ReadPrint, readPrint } from '@alo/line-sound';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';

/** What is heard is compared with so many announcements, those that were heard last. */
const compared = 400;
/** Prints are read once by a process, and each is changed by nobody. */
const remembered = 20_000;

/** Finds which of a company's announcements a print is of. */
export function knownSayings() {
  const read = new Map<string, ReadPrint>();

  async function printsOf(trx: Trx): Promise<readonly (readonly [id: string, print: ReadPrint])[]> {
    const ids = await trx
      .selectFrom('network_saying')
      .orderBy('last_at', 'desc')
      .limit(compared)
      .select('id')
      .execute();
    const missing = ids.filter(({ id }) => !read.has(id)).map(({ id }) => id);
    if (read.size > remembered) read.clear();
    if (missing.length > 0) {
      const rows = await trx
        .selectFrom('network_saying')
        .where(sql<boolean>`id = any(${missing}::uuid[])`)
        .select(['id', 'print'])
        .execute();
      for (const { id, print } of rows) read.set(id, readPrint(print));
    }
    return ids.flatMap(({ id }) => {
      const print = read.get(id);
      return print === undefined ? [] : [[id, print] as const];
    });
  }

  return {
    /** The likest one; undefined where it is none of them. */
    async find(trx: Trx, print: Uint8Array): Promise<string | undefined> {
      const heard = readPrint(print);
      let best: { readonly id: string; readonly how: Likeness } | undefined;
      for (const [id, known] of await printsOf(trx)) {
        const how = likeness(heard, known);
        if (how.same && (best === undefined || how.errors < best.how.errors)) best = { id, how };
      }
      return best?.id;
    },
  };
}
