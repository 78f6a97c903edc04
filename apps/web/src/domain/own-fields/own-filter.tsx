import type { OwnField, OwnSought } from '@alo/contract';
import { ownFilter } from '@alo/contract';

import { oneOf } from '../../resource/fields/choices.tsx';
import { between, type Filter, type FilterValues, only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { text } from '../../resource/fields/text.tsx';
import { day } from '../../resource/fields/times.tsx';

/** All fields of the company's own share one name of the address. */
export const ownName = 'own';

/** A chip for one field; what the others are looked for by stays. */
export function ownFilterOf(own: OwnField): Filter<typeof ownName> {
  const { Chip } = chipOf(own);
  return {
    label: own.name,
    names: [ownName],
    Chip: ({ values, onChange }) => {
      const all = soughtIn(values[ownName]);
      const sought = asTexts(all[own.id]);
      return (
        <Chip
          values={sought}
          onChange={(change) => {
            const { [own.id]: _, ...others } = all;
            const mine = soughtBy(own, { ...sought, ...change });
            const next = mine === undefined ? others : { ...others, [own.id]: mine };
            onChange({ [ownName]: Object.keys(next).length === 0 ? undefined : JSON.stringify(next) });
          }}
        />
      );
    },
  };
}

function chipOf({ kind, name, choices }: OwnField): Filter {
  switch (kind) {
    case 'text':
      return only('is', text(name));
    case 'number':
      return between('from', 'to', number(name, { decimals: 6 }));
    case 'day':
      return between('from', 'to', day(name));
    case 'one':
    case 'several':
      return only('is', oneOf(name, Object.fromEntries(choices.map((choice) => [choice, choice]))));
    default:
      return kind satisfies never;
  }
}

const soughtIn = (address: string | undefined): Readonly<Record<string, OwnSought>> =>
  address === undefined ? {} : (ownFilter.safeParse(address).data ?? {});

const asTexts = (sought: OwnSought | undefined): FilterValues =>
  Object.fromEntries(Object.entries(sought ?? {}).map(([name, value]) => [name, String(value)]));

function soughtBy({ kind }: OwnField, { is, from, to }: FilterValues): OwnSought | undefined {
  if (is) return { is };
  const ends = [
    ['from', from],
    ['to', to],
  ].flatMap(([name, value]) => (value ? [[name, kind === 'number' ? Number(value) : value]] : []));
  // Either is of the kind that the field has.
  return ends.length === 0 ? undefined : (Object.fromEntries(ends) as OwnSought);
}
