import type { DestinationClass, ExtensionPlan } from '@alo/call-core';
import { isAllowed, type Permission } from '@alo/contract';

import type { Row, Rows } from '../routing-rows.ts';
import { rowWith } from '../row-lookups.ts';
import { byKey } from './by-key.ts';
import { type Derived, kept } from './kept.ts';
import { perhaps } from './plan-destination.ts';

const extensionsKept = new WeakMap<Rows['extensions'][number], Derived<ExtensionPlan>>();

/** Everybody with an internal number. */
export function extensionsOf(rows: Rows): Readonly<Record<string, ExtensionPlan>> {
  const { numbers, extensionGroups, people, system } = rows;
  const of = [numbers, extensionGroups, people, system];
  return byKey(
    rows.extensions,
    ({ number }) => number,
    (extension) =>
      kept(extensionsKept, extension, of, () => extensionOf({ numbers, extensionGroups, people, system }, extension)),
  );
}

type OfExtension = Pick<Rows, 'extensionGroups' | 'numbers' | 'people' | 'system'>;

function extensionOf(rows: OfExtension, row: Row<'extension'>): ExtensionPlan {
  const person = rowWith(rows.people, 'extension', row.number);
  const hides = rows.system?.hidden_phone_customer === 1;
  const may = (access: Permission) =>
    person !== undefined && isAllowed({ name: person.role, permissions: person.permissions }, access);
  return {
    extension: row.number,
    name: person?.name ?? row.name,
    ringSeconds: row.ring_seconds,
    otherwise: perhaps(row.otherwise_kind, row.otherwise_value),
    seesMaskedNumbers: hides && !may('customer.full-phone'),
    callWaiting: row.call_waiting,
    // Which way of joining is whose right is asked where somebody asks for it.
    supervises: monitoring.some(may) ? 'everybody' : 'nobody',
    pickUpGroup: row.pick_up_group === '' ? null : row.pick_up_group,
    ...forwardsOf(row),
    ...(row.do_not_disturb ? { doNotDisturb: true } : {}),
    ...(rows.system?.voice_over_internet_protocol === 3 ? { onDesk: true as const } : {}),
    ...rightsOf(rows, row),
    ...(may('customer.update') ? {} : { keepsOutcomes: false }),
    ...(row.extension_group_id === null ? {} : { group: row.extension_group_id }),
  };
}

function forwardsOf(row: Row<'extension'>): Pick<ExtensionPlan, 'forwards'> {
  const forwards = {
    always: perhaps(row.forward_always_kind, row.forward_always_value),
    busy: perhaps(row.forward_busy_kind, row.forward_busy_value),
    noAnswer: perhaps(row.forward_no_answer_kind, row.forward_no_answer_value),
    offline: perhaps(row.forward_offline_kind, row.forward_offline_value),
  };
  return Object.values(forwards).every((to) => to === null) ? {} : { forwards };
}

/** What somebody has no word of their own about is as their group has it. */
function rightsOf(rows: OfExtension, row: Row<'extension'>): Pick<ExtensionPlan, 'rights' | 'shows'> {
  const group = rowWith(rows.extensionGroups, 'id', row.extension_group_id);
  const rights = row.call_rights ?? group?.call_rights ?? null;
  const shown = row.service_number_id ?? group?.service_number_id ?? null;
  const shows = rowWith(rows.numbers, 'id', shown)?.number;
  return {
    // The column's check allows these words only.
    ...(rights === null ? {} : { rights: rights as DestinationClass[] }),
    ...(shows === undefined ? {} : { shows }),
  };
}

const monitoring = [
  ...(['monitor.listen', 'monitor.whisper', 'monitor.barge', 'monitor.take-over', 'monitor.hang-up'] as const),
  ...(['monitor.move', 'monitor.status'] as const),
];

/** Who may take whose calls. */
export function pickUpGroupsOf(rows: Rows): Record<string, readonly string[]> {
  const members = rows.extensions.filter((extension) => extension.pick_up_group !== '');
  const groups = Map.groupBy(members, (extension) => extension.pick_up_group);
  return Object.fromEntries([...groups].map(([name, its]) => [name, its.map(({ number }) => number)]));
}
