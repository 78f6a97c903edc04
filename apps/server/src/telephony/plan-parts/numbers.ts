import type { Destination, FeatureCode, ServiceNumber } from '@alo/call-core';

import { featureCodesOf } from '../../domain/feature-codes.ts';
import type { Rows } from '../routing-rows.ts';
import { rowsWith } from '../row-lookups.ts';
import { byKey } from './by-key.ts';

/** A number of the company that customers dial. Nobody is shown one that has to be proven first. */
export function numberOf(
  rows: Rows,
  { id, number, name, max_calls: calls, callers: wanted, shown }: Rows['numbers'][number],
): ServiceNumber {
  const callers = shown ? wanted : 'nobody';
  const chosen = rowsWith(rows.numberCallers, 'service_number_id', id);
  return {
    number,
    name,
    ...(calls !== null && { calls }),
    ...(!shown && { unproven: true }),
    ...(callers !== 'everybody' && { callers: callers === 'nobody' ? [] : chosen.map((one) => one.number) }),
  };
}

/** Whom an internal number reaches. */
export function internalNumbers(rows: Rows): Record<string, Destination> {
  const numbered = <Item extends { readonly number: string }>(
    items: readonly Item[],
    to: (item: Item) => Destination,
  ) => Object.fromEntries(items.filter(({ number }) => number !== '').map((item) => [item.number, to(item)] as const));
  return {
    ...numbered(rows.groups, ({ id }) => ({ kind: 'group', group: id })),
    ...numbered(rows.queues, ({ id }) => ({ kind: 'queue', queue: id })),
    ...numbered(rows.menus, ({ id }) => ({ kind: 'ivr', menu: id })),
    ...Object.fromEntries(
      rows.extensions.map(({ number }) => [number, { kind: 'direct', extension: number } as const]),
    ),
  };
}

/** What the company has said of a code, else what the product has; a condition's own comes last. */
export function codesOf(rows: Rows): Readonly<Record<string, FeatureCode>> {
  const turned = rows.conditions.filter(({ code }) => code !== '');
  return {
    ...byKey(
      turned,
      ({ code }) => code,
      ({ id }) => ({ kind: 'day-night', condition: id }),
    ),
    ...Object.fromEntries(
      featureCodesOf(rows.codes).flatMap(({ feature, code, enabled }) =>
        enabled ? [[code, { kind: 'feature', feature }] as const] : [],
      ),
    ),
  };
}
