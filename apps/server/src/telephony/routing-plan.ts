import type { TimeGroup } from '@alo/calendar';
import {
  type Announcement,
  type BlockList,
  type Destination,
  type DestinationClass,
  type Digit,
  type ExtensionPlan,
  emptyPlan,
  type InboundRule,
  type LastCallRule,
  type Menu,
  type OutboundRule,
  type QueueAnnouncements,
  type QueueCallback,
  type QueuePlan,
  queueMember,
  queuePlan,
  type RingGroup,
  type RoutingPlan,
  type ServiceNumber,
  type TimeCondition,
  type VoicemailBox,
} from '@alo/call-core';
import { isAllowed, type Permission } from '@alo/contract';
import type { TrunkProvision } from '@alo/engine';
import { carrierByPrefix, parsePhone } from '@alo/phone-number';
import { z } from 'zod';

import type { InTenant } from '../db/database.ts';
import type { DestinationKind } from '../db/destination-kind.ts';
import { limitsOf } from '../domain/call-limits.ts';
import { companySound } from '../domain/company-sound.ts';
import { holidayDates } from '../domain/holidays.ts';
import { timeSlotsOf } from '../domain/time-slots.ts';
import { behindFrontDoor } from './front-door.ts';
import { type Row, type Rows, readRows } from './routing-rows.ts';
import { type OpenSecret, shownAs, trunkId, trunkPlansOf, trunksOf } from './trunk-provisions.ts';

/** What call control and the engine need to know of a tenant. */
export interface TelephonyConfig {
  readonly plan: RoutingPlan;
  readonly trunks: readonly TrunkProvision[];
}

/** Reads a tenant's configuration in one consistent look. */
export async function loadTelephonyConfig(
  inTenant: InTenant,
  tenantId: string,
  openSecret: OpenSecret = () => undefined,
): Promise<TelephonyConfig> {
  return await inTenant(tenantId, async (trx) => {
    const rows = await readRows(trx);
    return { plan: planOf(rows), trunks: trunksOf(rows, (sealed) => openSecret(tenantId, sealed)) };
  });
}

function planOf(rows: Rows): RoutingPlan {
  const { setting, system } = rows;
  const recordsInbound = setting?.records_inbound ?? true;
  const front = {
    announcements: byKey(
      rows.announcements,
      ({ id }) => id,
      (announcement) => announcementOf(rows, announcement),
    ),
    timeConditions: byKey(
      rows.conditions,
      ({ id }) => id,
      (condition) => conditionOf(rows, condition),
    ),
    inboundRules: rows.inbound.flatMap((rule) => inboundRuleOf(rows, rule)),
  };
  return {
    ...behindFrontDoor(front, system, recordsInbound),
    timeZone: rows.tenant.time_zone,
    extensions: byKey(
      rows.extensions,
      ({ number }) => number,
      (extension) => extensionOf(rows, extension),
    ),
    internalNumbers: internalNumbers(rows),
    numbers: byKey(
      rows.numbers,
      ({ number }) => number,
      (number) => numberOf(rows, number),
    ),
    groups: byKey(
      rows.groups,
      ({ id }) => id,
      (group) => groupOf(rows, group),
    ),
    queues: byKey(
      rows.queues,
      ({ id }) => id,
      (queue) => queueOf(rows, queue),
    ),
    menus: byKey(
      rows.menus,
      ({ id }) => id,
      (menu) => menuOf(rows, menu),
    ),
    lastCallRules: byKey(rows.lastCallRules, ({ id }) => id, lastCallRuleOf),
    voicemailBoxes: byKey(
      rows.boxes,
      ({ id }) => id,
      (box) => boxOf(rows, box),
    ),
    outboundRules: rows.outbound.map((rule) => outboundRuleOf(rows, rule)),
    trunks: trunkPlansOf(rows),
    limits: limitsOf(setting?.limits),
    blockedCallers: blockListOf(rows, 'in'),
    blockedNumbers: blockListOf(rows, 'out'),
    records: {
      inbound: recordsInbound,
      outbound: setting?.records_outbound ?? true,
      internal: setting?.records_internal ?? true,
    },
    holdMusic: setting?.hold_music ?? emptyPlan.holdMusic,
    parking: {
      first: setting?.parking_first ?? emptyPlan.parking.first,
      count: setting?.parking_count ?? emptyPlan.parking.count,
      seconds: setting?.parking_seconds ?? emptyPlan.parking.seconds,
    },
    pickUpGroups: pickUpGroupsOf(rows),
    pickUpCode: setting?.pick_up_code ?? emptyPlan.pickUpCode,
    maskMode: system?.position_hidden_phone_customer ?? emptyPlan.maskMode,
  };
}

function byKey<Item, Value>(
  items: readonly Item[],
  key: (item: Item) => string,
  value: (item: Item) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(items.map((item) => [key(item), value(item)]));
}

function numberOf(rows: Rows, { id, number, name, max_calls: calls, callers }: Row<'service_number'>): ServiceNumber {
  const chosen = rows.numberCallers.filter(({ service_number_id: its }) => its === id);
  return {
    ...{ number, name },
    ...(calls !== null && { calls }),
    ...(callers !== 'everybody' && { callers: callers === 'nobody' ? [] : chosen.map((one) => one.number) }),
  };
}

function extensionOf(rows: Rows, row: Row<'extension'>): ExtensionPlan {
  const person = rows.people.find(({ extension }) => extension === row.number);
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
    ...rightsOf(rows, row),
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
function rightsOf(rows: Rows, row: Row<'extension'>): Pick<ExtensionPlan, 'rights' | 'shows'> {
  const group = rows.extensionGroups.find(({ id }) => id === row.extension_group_id);
  const rights = row.call_rights ?? group?.call_rights ?? null;
  const shown = row.service_number_id ?? group?.service_number_id ?? null;
  const shows = rows.numbers.find(({ id }) => id === shown)?.number;
  return {
    // The column's check allows these words only.
    ...(rights === null ? {} : { rights: rights as DestinationClass[] }),
    ...(shows === undefined ? {} : { shows }),
  };
}

const monitoring = ['monitor.listen', 'monitor.whisper', 'monitor.barge', 'monitor.take-over'] as const;

function pickUpGroupsOf(rows: Rows): Record<string, readonly string[]> {
  const members = rows.extensions.filter((extension) => extension.pick_up_group !== '');
  const groups = Map.groupBy(members, (extension) => extension.pick_up_group);
  return Object.fromEntries([...groups].map(([name, its]) => [name, its.map(({ number }) => number)]));
}

function internalNumbers(rows: Rows): Record<string, Destination> {
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

/** In the value of a forward: the number outside is shown the customer's number, not our own. */
const showsCustomer = 'customer/';

/** A destination as call control knows it. */
export function destinationOf(kind: DestinationKind, value: string): Destination {
  switch (kind) {
    case 'direct':
      return { kind, extension: value };
    case 'group':
      return { kind, group: value };
    case 'msg':
      return { kind, announcement: value };
    case 'time':
      return { kind, condition: value };
    case 'voicemail':
      return { kind, box: value };
    case 'hang-up':
      return { kind, cause: 'normal' };
    case 'ivr':
      return { kind, menu: value };
    case 'queue':
      return { kind, queue: value };
    case 'lastcall':
      return { kind, rule: value };
    case 'fw':
      return value.startsWith(showsCustomer)
        ? { kind, number: value.slice(showsCustomer.length), showing: 'customer' }
        : { kind, number: value, showing: 'own' };
    default:
      return kind satisfies never;
  }
}

function perhaps(kind: DestinationKind | null, value: string): Destination | null {
  return kind === null ? null : destinationOf(kind, value);
}

/** How well somebody does what; what is kept of it is JSON. */
const levels = z.record(z.string(), z.number());

function queueOf(rows: Rows, row: Row<'queue'>): QueuePlan {
  const members = rows.queueMembers.filter(({ queue_id }) => queue_id === row.id);
  return queuePlan({
    name: row.name,
    strategy: row.strategy,
    members: members.map(({ number, penalty, weight, skills }) =>
      queueMember(number, { penalty, weight, skills: levels.parse(skills) }),
    ),
    joining: row.joining,
    weight: row.weight,
    ringSeconds: row.ring_seconds,
    restSeconds: row.rest_seconds,
    wrapUpSeconds: row.wrap_up_seconds,
    pauseAfterMissed: row.pause_after_missed,
    maxWaiting: row.max_waiting,
    maxWaitSeconds: row.max_wait_seconds,
    toEnter: row.to_enter,
    toStay: row.to_stay,
    music: soundOf(rows, row.music_id) ?? row.music,
    greeting: (promptOf(rows, row.greeting_id) ?? []).map((file) => ({ kind: 'file', file })),
    announcements: announcementsOf(rows, row),
    callback: callbackOf(row),
    exits: exitsOf(rows, row.id),
    serviceLevelSeconds: row.service_level_seconds,
    shortAbandonSeconds: row.short_abandon_seconds,
    otherwise: {
      timeout: perhaps(row.timeout_kind, row.timeout_value),
      full: perhaps(row.full_kind, row.full_value),
      empty: perhaps(row.empty_kind, row.empty_value),
    },
    ...row.more,
  });
}

function announcementsOf(rows: Rows, row: Row<'queue'>): QueueAnnouncements | null {
  if (row.announce_every_seconds === null) return null;
  return {
    everySeconds: row.announce_every_seconds,
    firstAfterSeconds: row.announce_first_seconds,
    positionUpTo: row.announce_position_up_to,
    expectedWait: row.announce_wait,
    files: promptOf(rows, row.announce_greeting_id) ?? [],
  };
}

function callbackOf(row: Row<'queue'>): QueueCallback | null {
  if (row.callback_key === null) return null;
  return {
    // The column's check allows digits, star and hash only.
    key: row.callback_key as Digit,
    attempts: row.callback_attempts,
    retrySeconds: row.callback_retry_seconds,
    expireSeconds: row.callback_expire_seconds,
  };
}

const exitsOf = (rows: Rows, queue: string): QueuePlan['exits'] =>
  byKey(
    rows.queueExits.filter(({ queue_id }) => queue_id === queue),
    ({ key }) => key,
    ({ destination_kind, destination_value }) => destinationOf(destination_kind, destination_value),
  );

/** The key in the prompt store of a greeting or music of the company's own. */
function soundOf(rows: Rows, id: string | null): string | undefined {
  const sound = id === null ? undefined : rows.sounds.find((one) => one.id === id);
  return sound && companySound(sound.tenant_id, sound.audio_id);
}

/** The same where several may be played one after the other. */
function promptOf(rows: Rows, id: string | null): readonly string[] | undefined {
  const sound = soundOf(rows, id);
  return sound === undefined ? undefined : [sound];
}

function menuOf(rows: Rows, row: Row<'ivr_menu'>): Menu {
  const keys = rows.menuKeys.filter(({ ivr_menu_id }) => ivr_menu_id === row.id);
  return {
    name: row.name,
    prompt: promptOf(rows, row.greeting_id) ?? row.prompt,
    invalidPrompt: promptOf(rows, row.invalid_greeting_id) ?? row.invalid_prompt,
    timeoutPrompt: promptOf(rows, row.timeout_greeting_id) ?? row.timeout_prompt,
    keys: byKey(
      keys,
      (key) => key.keys,
      (key) => destinationOf(key.destination_kind, key.destination_value),
    ),
    directDialling: row.direct_dialling,
    digitSeconds: row.digit_seconds,
    waitSeconds: row.wait_seconds,
    tries: row.tries,
    invalid: perhaps(row.invalid_kind, row.invalid_value),
    timeout: perhaps(row.timeout_kind, row.timeout_value),
  };
}

function lastCallRuleOf(row: Row<'last_call_rule'>): LastCallRule {
  return {
    name: row.name,
    withinHours: row.within_hours,
    ringSeconds: row.ring_seconds,
    otherwise: destinationOf(row.otherwise_kind, row.otherwise_value),
  };
}

function groupOf(rows: Rows, group: Row<'ring_group'>): RingGroup {
  return {
    name: group.name,
    strategy: group.strategy,
    members: rows.members.filter((member) => member.ring_group_id === group.id).map(({ number }) => number),
    ringSeconds: group.ring_seconds,
    otherwise: perhaps(group.otherwise_kind, group.otherwise_value),
  };
}

function announcementOf(rows: Rows, row: Row<'announcement'>): Announcement {
  return {
    name: row.name,
    file: soundOf(rows, row.greeting_id) ?? row.file,
    // The column's check allows digits, star and hash only.
    skipKey: row.skip_key as Digit | null,
    then: destinationOf(row.then_kind, row.then_value),
  };
}

function boxOf(rows: Rows, row: Row<'voicemail_box'>): VoicemailBox {
  return {
    name: row.name,
    greeting: soundOf(rows, row.greeting_id) ?? row.greeting,
    maxSeconds: row.max_seconds,
    maxSilenceSeconds: row.max_silence_seconds,
  };
}

function conditionOf(rows: Rows, row: Row<'time_condition'>): TimeCondition {
  return {
    name: row.name,
    group: timeGroupOf(rows, row.time_group_id),
    override: row.override,
    match: destinationOf(row.match_kind, row.match_value),
    otherwise: destinationOf(row.otherwise_kind, row.otherwise_value),
  };
}

function timeGroupOf(rows: Rows, id: string): TimeGroup {
  const holidays = holidayDates(rows.tenant.year, rows.ownHolidays);
  return {
    name: rows.timeGroups.find((group) => group.id === id)?.name ?? '',
    slots: rows.timeSlots.filter((slot) => slot.time_group_id === id).flatMap((slot) => timeSlotsOf(slot, holidays)),
  };
}

/** A rule of a number that is switched off matches nothing. */
function inboundRuleOf(rows: Rows, rule: Row<'inbound_rule'>): InboundRule[] {
  const number = rows.numbers.find(({ id }) => id === rule.service_number_id);
  if (rule.service_number_id !== null && number === undefined) return [];
  return [
    {
      name: rule.name,
      number: number?.number ?? null,
      callerPattern: rule.caller_pattern === '' ? null : rule.caller_pattern,
      timeGroup: rule.time_group_id === null ? null : timeGroupOf(rows, rule.time_group_id),
      destination: destinationOf(rule.destination_kind, rule.destination_value),
      afterTalk: perhaps(rule.after_talk_kind, rule.after_talk_value),
    },
  ];
}

/** Routes over a number or a trunk that is switched off are left out; a rule without a route allows nothing. */
function outboundRuleOf(rows: Rows, rule: Row<'outbound_rule'>): OutboundRule {
  const routes = rows.routes.filter((route) => route.outbound_rule_id === rule.id);
  return {
    name: rule.name,
    pattern: rule.pattern,
    extensions: usersOf(rows, rule),
    strip: rule.strip,
    prepend: rule.prepend,
    routes: routes.flatMap((route) => {
      const number = rows.numbers.find(({ id }) => id === route.service_number_id);
      const trunk = rows.trunks.find(({ id }) => id === number?.trunk_id);
      if (number === undefined || trunk === undefined) return [];
      const carrier = carrierOf(number);
      return [
        {
          ...{ trunk: trunkId(trunk.id), callerNumber: shownAs(number, trunk) },
          ...(carrier === null ? {} : { carrier }),
          ...(number.carrier_form === '' ? {} : { number: number.number }),
        },
      ];
    }),
    ...(rule.prefers_same_carrier ? { prefersSameCarrier: true } : {}),
  };
}

/** Extensions of the rule's groups, and those that it names; everybody where it has neither. */
function usersOf(rows: Rows, rule: Row<'outbound_rule'>): OutboundRule['extensions'] {
  const groups = rows.ruleGroups.filter((one) => one.outbound_rule_id === rule.id);
  if (groups.length === 0) return rule.extensions ?? 'all';
  const ids = new Set(groups.map((one) => one.extension_group_id));
  const members = rows.extensions.filter(({ extension_group_id: id }) => id !== null && ids.has(id));
  return [...new Set([...(rule.extensions ?? []), ...members.map(({ number }) => number)])];
}

/** Whose network a number of ours is in: as it was written down, else by its prefix. */
function carrierOf({ number, carrier }: Row<'service_number'>): string | null {
  if (carrier !== '') return carrier;
  const read = parsePhone(number);
  return read.ok ? carrierByPrefix(read.phone) : null;
}

function blockListOf(rows: Rows, direction: 'in' | 'out'): BlockList {
  const entries = rows.blocked.filter((entry) => entry.direction === direction);
  const numbers = entries.filter(({ kind }) => kind === 'number');
  const passing = numbers.filter((entry) => entry.expires_at !== null);
  const hidden = entries.find(({ kind }) => kind === 'anonymous');
  const canonical = ({ value }: Row<'block_list'>) => value;
  const reasonOf = (reason: string) => (reason === '' ? 'không ghi lý do' : reason);
  return {
    numbers: byKey(numbers, canonical, ({ reason }) => reasonOf(reason)),
    patterns: entries
      .filter(({ kind }) => kind === 'pattern')
      .map(({ value, reason, expires_at: until }) => ({
        ...{ pattern: value, reason: reasonOf(reason) },
        ...(until === null ? {} : { until: until.getTime() }),
      })),
    anonymous: hidden !== undefined,
    ...(hidden?.expires_at ? { anonymousUntil: hidden.expires_at.getTime() } : {}),
    ...(passing.length === 0 ? {} : { until: byKey(passing, canonical, ({ expires_at: at }) => at?.getTime() ?? 0) }),
  };
}
