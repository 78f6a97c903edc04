import { type customers, isUnfilled, type OwnField, type OwnValues, ownValueIn } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { alike } from '../../resource/importing/alike.ts';
import { type OwnImportField, oneOf } from '../../resource/importing/import-field.ts';
import type { OwnFields } from '../../resource/resource.ts';

/** Fields that a company has added to its customers: on the card, in a list, in a file. */
export const ownFields: OwnFields<typeof customers> = {
  async checked(trx, input, before) {
    if (Object.keys(input.own).length === 0) return input;
    const own: OwnValues = {};
    const wrong: Record<string, string> = {};
    for (const field of await ownFieldsIn(trx)) {
      const value = input.own[field.id];
      if (value === undefined || isUnfilled(value)) continue;
      const outcome = ownValueIn(field).safeParse(value);
      // A choice that is no longer offered stays where it is until somebody chooses another.
      if (outcome.success) own[field.id] = outcome.data;
      else if (isAlike(value, before?.own?.[field.id])) own[field.id] = value;
      else wrong[`own.${field.id}`] = outcome.error.issues[0]?.message ?? '';
    }
    if (Object.keys(wrong).length > 0) throw Problem.invalid(wrong);
    return { ...input, own };
  },

  imports: async (trx) =>
    Object.fromEntries((await ownFieldsIn(trx)).map((field) => [`own.${field.id}`, importOf(field)])),

  sheet: async (trx) =>
    (await ownFieldsIn(trx)).map(({ id, name }) => ({
      heading: name,
      reads: 'own',
      cell(row) {
        const value = (row as { own?: OwnValues }).own?.[id] ?? null;
        return Array.isArray(value) ? value.join(', ') : value;
      },
    })),
};

/** All of them in the order of the company. */
export const ownFieldsIn = (trx: Trx): Promise<OwnField[]> =>
  trx
    .selectFrom('customer_field')
    .select(['id', 'name', 'choices', 'in_list', 'on_popup'])
    // The table takes no other.
    .select((row) => row.ref('kind').$castTo<OwnField['kind']>().as('kind'))
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

function importOf(field: OwnField): OwnImportField {
  switch (field.kind) {
    case 'text':
    case 'number':
    case 'day':
      return { heading: field.name, schema: ownValueIn(field) };
    case 'one':
      return oneOf(field.name, Object.fromEntries(field.choices.map((choice) => [choice, choice])));
    case 'several':
      return {
        heading: field.name,
        async values(_trx, texts) {
          const chosenIn = readerOf(field.choices);
          return new Map(
            texts.flatMap((text) => {
              const chosen = chosenIn(text);
              return chosen === undefined ? [] : [[text, chosen]];
            }),
          );
        },
      };
    default:
      return field.kind satisfies never;
  }
}

/** Which of these a text names, one beside the other; undefined where it names anything else. */
function readerOf(choices: readonly string[]): (text: string) => string[] | undefined {
  const known = new Map(choices.map((choice) => [alike(choice), choice]));
  const longest = Math.max(...choices.map((choice) => choice.split(between).length));
  return (text) => {
    const parts = text.split(between);
    const chosen = new Set<string>();
    for (let at = 0; at < parts.length; ) {
      // “Sữa, bơ” is one where there is such a choice, and else two.
      let until = Math.min(parts.length, at + longest);
      const named = () => known.get(alike(parts.slice(at, until).join('')));
      while (until > at + 1 && named() === undefined) until -= 1;
      const choice = named();
      if (choice !== undefined) chosen.add(choice);
      else if (!/^[,;|\s]*$/.test(parts[at] ?? '')) return undefined;
      at = until;
    }
    return [...chosen];
  };
}

/** Around each sign that may stand between two, so that it is a part by itself. */
const between = /(?<=[,;|\n])|(?=[,;|\n])/;

const isAlike = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
