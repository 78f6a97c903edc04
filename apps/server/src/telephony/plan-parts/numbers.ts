import type { Destination, FeatureCode, ServiceNumber } from '@alo/call-core';

import { featureCodesOf } from '../../domain/feature-codes.ts';
import type { Rows } from '../routing-rows.ts';
import { rowsWith } from '../row-lookups.ts';
import { byKey } from './by-key.ts';

/**
 * A number of the company that customers dial. Nobody is shown one that has to be proven first, and one of a project that keeps its
 * numbers to itself is shown by its members alone.
 */
export function numberOf(
  rows: Rows,
  { id, number, name, max_calls: calls, callers: wanted, shown }: Rows['numbers'][number],
): ServiceNumber {
  const callers = shown ? wanted : 'nobody';
  const chosen = rowsWith(rows.numberCallers, 'service_number_id', id).map((one) => one.number);
  const named = callers === 'everybody' ? undefined : callers === 'nobody' ? [] : chosen;
  const projects = rowsWith(rows.projectNumbers, 'service_number_id', id);
  const members = membersOf(rows, projects);
  const both = named?.filter((extension) => members?.includes(extension) ?? true) ?? members;
  return {
    number,
    name,
    ...(calls !== null && { calls }),
    ...(!shown && { unproven: true }),
    ...(both !== undefined && { callers: both }),
    ...(projects.length > 0 && { project: projects.map((project) => project.name).join(', ') }),
  };
}

/** The members of those projects that keep the number to themselves; undefined where none does. */
function membersOf(rows: Rows, projects: readonly Rows['projectNumbers'][number][]): readonly string[] | undefined {
  const closed = projects.filter((project) => project.members_only);
  if (closed.length === 0) return undefined;
  const extensions = closed.flatMap((project) =>
    rowsWith(rows.projectCallers, 'project_id', project.project_id).flatMap(({ extension }) => extension ?? []),
  );
  return [...new Set(extensions)].toSorted();
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
