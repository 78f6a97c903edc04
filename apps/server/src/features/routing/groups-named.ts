import type { Trx } from '../../db/database.ts';
import { alike } from '../../resource/importing/alike.ts';
import type { ImportField } from '../../resource/importing/import-field.ts';

/** The table's rows as a file names them: all of them, for there are hundreds at most. */
const named = (heading: string, read: (trx: Trx) => Promise<readonly (readonly [text: string, id: string])[]>) =>
  ({
    heading,
    async values(trx: Trx, texts: readonly string[]) {
      const ids = new Map((await read(trx)).map(([text, id]) => [alike(text), id]));
      return new Map(texts.flatMap((text) => (ids.has(alike(text)) ? [[text, ids.get(alike(text))]] : [])));
    },
  }) satisfies ImportField;

export const timeGroupNamed = named('Khung giờ', async (trx) =>
  (await trx.selectFrom('time_group').select(['id', 'name']).execute()).map(({ id, name }) => [name, id] as const),
);

export const extensionGroupNamed = named('Nhóm', async (trx) =>
  (await trx.selectFrom('extension_group').select(['id', 'name']).execute()).map(({ id, name }) => [name, id] as const),
);
