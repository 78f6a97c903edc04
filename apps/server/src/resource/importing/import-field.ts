import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { Database } from '../../db/tables.ts';
import { alike } from './alike.ts';

/** A field whose values a file writes otherwise than the API does. */
export interface ImportField {
  /** What stands above its column. */
  readonly heading: string;
  /** Values by what the file says, `Unclear` among them; what is not in the answer is not known here. */
  readonly values: (trx: Trx, texts: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
  /** What else stands in a text, and belongs to another field beside what that has: the other numbers of a cell with several. */
  readonly rest?: { readonly field: string; readonly of: (text: string) => readonly unknown[] };
  /** What is wrong with a text that is not in the answer; that there is no such thing where it is left out. */
  readonly whyNot?: (text: string) => string;
  /** Whether a text looks like one of this field and of no other: a column that nobody has named is known by it. */
  readonly looksLike?: (text: string) => boolean;
  /** What a row that is added has where the file says nothing of it; the file need not have such a column then. */
  readonly otherwise?: (trx: Trx) => Promise<unknown>;
}

/** In place of a value: what a file says may be several, and how to say which. */
export class Unclear {
  readonly words: string;

  constructor(words: string) {
    this.words = words;
  }
}

/** A field of a company's own: what a cell means follows from what may stand in it, or is looked up. */
export type OwnImportField = ImportField | { readonly heading: string; readonly schema: z.core.$ZodType };

/** A row of another resource, which people call by its name. */
export const byName = (heading: string, table: keyof Database): ImportField => ({
  heading,
  async values(trx, texts) {
    const { rows } = await sql<{ place: number; id: string }>`
      select place, id from ids_by_key(${table}, 'name', ${[...texts]})`.execute(trx);
    return new Map(rows.map(({ place, id }) => [texts[place - 1] ?? '', id]));
  },
});

/** Somebody of the company, by their name, which others may have too, or by their e-mail. */
export const byPerson = (heading: string): ImportField => ({
  heading,
  async values(trx, texts) {
    const { rows } = await sql<{ place: number; ids: string[] }>`
      with given as materialized (
        select place, name_key(written) as name, lower(written) as email
        from unnest(${[...texts]}::text[]) with ordinality as one (written, place)
      ),
      known as materialized (select id, name_key(name) as name, lower(email) as email from account)
      select place, array_agg(distinct id) as ids from (
        select place, id from given join known using (name)
        union all select place, id from given join known using (email)
      ) as met group by place`.execute(trx);
    return new Map(
      rows.map(({ place, ids }) => {
        const text = texts[place - 1] ?? '';
        const many = new Unclear(`có ${ids.length} người tên “${text}”, hãy ghi email của người cần chọn`);
        return [text, ids.length === 1 ? ids[0] : many];
      }),
    );
  },
});

/** One of a few choices, which people call by their labels. */
export const oneOf = (heading: string, labels: Readonly<Record<string, string>>): ImportField => ({
  heading,
  async values(_trx, texts) {
    const codes = new Map(
      Object.entries(labels).flatMap(([code, label]) => [
        [alike(label), code],
        [alike(code), code],
      ]),
    );
    return new Map(
      texts.flatMap((text) => {
        const code = codes.get(alike(text));
        return code === undefined ? [] : [[text, code]];
      }),
    );
  },
});

/** One of two, which people call by these words, or by yes and no. */
export const eitherOf = (heading: string, { yes, no }: { yes: string; no: string }): ImportField => ({
  heading,
  async values(_trx, texts) {
    const meant = new Map([yes, 'có', 'true', '1'].map((word) => [alike(word), true]));
    for (const word of [no, 'không', 'false', '0']) meant.set(alike(word), false);
    return new Map(
      texts.flatMap((text) => {
        const is = meant.get(alike(text));
        return is === undefined ? [] : [[text, is]];
      }),
    );
  },
});
