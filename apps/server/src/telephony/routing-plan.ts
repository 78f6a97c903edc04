import { setImmediate as breathe } from 'node:timers/promises';
import type { TimeGroup } from '@alo/calendar';
import {
  type Announcement,
  type Destination,
  type DestinationClass,
  type Digit,
  type ExtensionPlan,
  emptyPlan,
  type FeatureCode,
  type InboundRule,
  type LastCallRule,
  type MemberTimes,
  type Menu,
  type OutboundRule,
  playlistKey,
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

import type { InTenant, Trx } from '../db/database.ts';
import type { DestinationKind } from '../db/destination-kind.ts';
import { limitsOf } from '../domain/call-limits.ts';
import { companySound } from '../domain/company-sound.ts';
import { featureCodesOf } from '../domain/feature-codes.ts';
import { holidayDates } from '../domain/holidays.ts';
import { timeSlotsOf } from '../domain/time-slots.ts';
import {
  type BlockLists,
  blockListMark,
  forgetBlockListChanges,
  forwardedTo,
  nothingBlocked,
  readBlockListChanges,
  readBlockLists,
} from './block-list-rows.ts';
import { frontDoorAnnouncements, frontDoorOf } from './front-door.ts';
import {
  allButRules,
  forgetRuleChanges,
  type Row,
  type Rows,
  type RowsName,
  readAgain,
  readChangedRules,
  readRows,
} from './routing-rows.ts';
import { rowsWith, rowWith } from './row-lookups.ts';
import { type OpenSecret, shownAs, trunkId, trunkPlansOf, trunksOf } from './trunk-provisions.ts';

/** What call control and the engine need to know of a tenant. */
export interface TelephonyConfig {
  readonly plan: RoutingPlan;
  readonly trunks: readonly TrunkProvision[];
}

/** The same with what it was read from, so that of the next one only what was saved is read. */
export interface ReadConfig extends TelephonyConfig {
  readonly rows: Rows;
  readonly made: MadeParts;
  readonly blocked: BlockLists;
  /** Block lists are known as far as this. */
  readonly mark: string;
  /** When the logs of what was changed were emptied last. */
  readonly forgotAt: number;
}

/** What was saved. Of rules and block lists it is told by itself, by which of them were changed. */
export type Saved = 'anything' | 'rules' | 'block-lists';

/** Reads a tenant's configuration in one consistent look. Of the block lists it has all, or what they say of some numbers. */
export async function loadTelephonyConfig(
  inTenant: InTenant,
  tenantId: string,
  openSecret: OpenSecret = () => undefined,
  blockedNumbers: 'all' | readonly string[] = 'all',
): Promise<TelephonyConfig> {
  return await inTenant(tenantId, async (trx) => {
    const rows = await readRows(trx);
    const numbers = blockedNumbers === 'all' ? 'all' : [...blockedNumbers, ...forwardedTo(rows)];
    const blocked = await readBlockLists(trx, numbers);
    return { plan: planOf(rows, blocked), trunks: trunksOf(rows, (sealed) => openSecret(tenantId, sealed)) };
  });
}

/** The same for whoever will read it again. */
export async function readConfig(trx: Trx, openSecret: (sealed: string) => string | undefined): Promise<ReadConfig> {
  const mark = await blockListMark(trx);
  const rows = await readRows(trx);
  const [made, blocked] = [await planInTurns(null, rows), await readBlockLists(trx, 'all')];
  const forgotAt = await forgetChanges(trx, mark);
  return {
    plan: { ...made.parts, ...blocked },
    trunks: trunksOf(rows, openSecret),
    rows,
    made,
    blocked,
    mark,
    forgotAt,
  };
}

/** The configuration after something was saved. What that did not change is the very same: parts of the plan, and all of it. */
export async function readConfigAgain(
  trx: Trx,
  before: ReadConfig,
  saved: ReadonlySet<Saved>,
  openSecret: (sealed: string) => string | undefined,
): Promise<ReadConfig> {
  const mark = await blockListMark(trx);
  const known = saved.has('anything') ? await readAgain(trx, before.rows, allButRules) : before.rows;
  const rows = await readChangedRules(trx, known, before.mark);
  const made = await planInTurns(before.made, rows);
  const blocked = await readBlockListChanges(trx, before.blocked, before.mark);
  const forgotAt = Date.now() - before.forgotAt < hourMs ? before.forgotAt : await forgetChanges(trx, mark);
  const same = made === before.made && blocked === before.blocked;
  const sameTrunks = rows.trunks === before.rows.trunks && rows.numbers === before.rows.numbers;
  return {
    plan: same ? before.plan : { ...made.parts, ...blocked },
    trunks: sameTrunks ? before.trunks : trunksOf(rows, openSecret),
    ...{ rows, made, blocked, mark, forgotAt },
  };
}

const hourMs = 3_600_000;

/** Takes out of the logs what was told long ago. There may be much of it, and nobody waits for that twice. */
async function forgetChanges(trx: Trx, mark: string): Promise<number> {
  await forgetRuleChanges(trx, mark);
  await forgetBlockListChanges(trx, mark);
  return Date.now();
}

/** The plan that rows make. */
export function planOf(rows: Rows, blocked: BlockLists = nothingBlocked): RoutingPlan {
  return { ...planAgain(null, rows).parts, ...blocked };
}

/** What of a plan is made of rows. */
type Parts = Omit<RoutingPlan, keyof BlockLists>;
/** Parts with the rows that each was made of. */
export type MadeParts = {
  readonly parts: Parts;
  readonly sources: { readonly [Name in keyof Parts]: Partial<Rows> };
};

/** The parts that rows make. Those whose rows are as they were are the very same, and all where all are. */
export function planAgain(before: MadeParts | null, rows: Rows): MadeParts {
  const making = makeParts(before, rows);
  for (;;) {
    const { done, value } = making.next();
    if (done === true) return value;
  }
}

/** The same, while others have their turn in between. */
async function planInTurns(before: MadeParts | null, rows: Rows): Promise<MadeParts> {
  const making = makeParts(before, rows);
  for (;;) {
    const { done, value } = making.next();
    if (done === true) return value;
    await breathe();
  }
}

/** Part by part, of long lists some at a time. */
function* makeParts(before: MadeParts | null, rows: Rows): Generator<void, MadeParts> {
  const fresh: Partial<Record<keyof Parts, unknown>> = {};
  const sources: Partial<Record<keyof Parts, Partial<Rows>>> = {};
  // These are their names.
  for (const name of Object.keys(makers) as (keyof Parts)[]) {
    const source = before?.sources[name];
    // These are names of rows, too.
    if (source !== undefined && (Object.keys(source) as RowsName[]).every((one) => source[one] === rows[one])) continue;
    yield* makeAhead(name, rows);
    const read: Partial<Record<RowsName, unknown>> = {};
    fresh[name] = makers[name](noting(rows, read));
    sources[name] = read as Partial<Rows>; // what was read of them
    yield;
  }
  if (before !== null && Object.keys(fresh).length === 0) return before;
  // Without a plan before all of them are fresh.
  return { parts: { ...before?.parts, ...fresh }, sources: { ...before?.sources, ...sources } } as MadeParts;
}

/** The same rows, with a note of those that are read. */
const noting = (rows: Rows, read: Partial<Record<RowsName, unknown>>): Rows =>
  new Proxy(rows, {
    get(all, name: RowsName) {
      read[name] = all[name];
      return all[name];
    },
  });

const makers: { readonly [Name in keyof Parts]-?: (rows: Rows) => Parts[Name] } = {
  timeZone: ({ tenant }) => tenant.time_zone,
  extensions: (rows) => {
    const { numbers, extensionGroups, people, system } = rows;
    const of = [numbers, extensionGroups, people, system];
    return byKey(
      rows.extensions,
      ({ number }) => number,
      (extension) =>
        kept(extensionsKept, extension, of, () => extensionOf({ numbers, extensionGroups, people, system }, extension)),
    );
  },
  internalNumbers,
  numbers: (rows) =>
    byKey(
      rows.numbers,
      ({ number }) => number,
      (number) => numberOf(rows, number),
    ),
  groups: (rows) =>
    byKey(
      rows.groups,
      ({ id }) => id,
      (group) => groupOf(rows, group),
    ),
  queues: (rows) =>
    byKey(
      rows.queues,
      ({ id }) => id,
      (queue) => queueOf(rows, queue),
    ),
  menus: (rows) =>
    byKey(
      rows.menus,
      ({ id }) => id,
      (menu) => menuOf(rows, menu),
    ),
  lastCallRules: (rows) => byKey(rows.lastCallRules, ({ id }) => id, lastCallRuleOf),
  announcements: (rows) => ({
    ...byKey(
      rows.announcements,
      ({ id }) => id,
      (announcement) => announcementOf(rows, announcement),
    ),
    ...frontDoorAnnouncements(frontDoorOf(rows.system)),
  }),
  timeConditions: (rows) =>
    byKey(
      rows.conditions,
      ({ id }) => id,
      (condition) => conditionOf(rows, condition),
    ),
  voicemailBoxes: (rows) =>
    byKey(
      rows.boxes,
      ({ id }) => id,
      (box) => boxOf(rows, box),
    ),
  frontDoor: ({ system }) => frontDoorOf(system),
  inboundRules: (rows) => inboundRulesOf(rows, 'calls'),
  fallbacks: (rows) => inboundRulesOf(rows, 'fallback'),
  outboundRules: outboundRulesOf,
  trunks: trunkPlansOf,
  limits: ({ setting }) => limitsOf(setting?.limits),
  records: ({ setting }) => ({
    inbound: setting?.records_inbound ?? true,
    outbound: setting?.records_outbound ?? true,
    internal: setting?.records_internal ?? true,
  }),
  holdMusic: ({ setting }) => setting?.hold_music ?? emptyPlan.holdMusic,
  parking: ({ setting }) => ({
    first: setting?.parking_first ?? emptyPlan.parking.first,
    count: setting?.parking_count ?? emptyPlan.parking.count,
    seconds: setting?.parking_seconds ?? emptyPlan.parking.seconds,
  }),
  playlists: playlistsOf,
  pickUpGroups: pickUpGroupsOf,
  maskMode: ({ system }) => system?.position_hidden_phone_customer ?? emptyPlan.maskMode,
  codes: codesOf,
  prompts: ({ prompts }) =>
    byKey(
      prompts,
      ({ key }) => key,
      ({ tenant_id: tenantId, audio_id: audioId }) => companySound(tenantId, audioId),
    ),
};

function byKey<Item, Value>(
  items: readonly Item[],
  key: (item: Item) => string,
  value: (item: Item) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(items.map((item) => [key(item), value(item)]));
}

function numberOf(rows: Rows, { id, number, name, max_calls: calls, callers }: Row<'service_number'>): ServiceNumber {
  const chosen = rowsWith(rows.numberCallers, 'service_number_id', id);
  return {
    ...{ number, name },
    ...(calls !== null && { calls }),
    ...(callers !== 'everybody' && { callers: callers === 'nobody' ? [] : chosen.map((one) => one.number) }),
  };
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
    ...rightsOf(rows, row),
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

/** What the company has said of a code, else what the product has; a condition's own comes last. */
function codesOf(rows: Rows): Readonly<Record<string, FeatureCode>> {
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
  const members = rowsWith(rows.queueMembers, 'queue_id', row.id);
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
    music: musicOf(rows, row.music_id) ?? row.music,
    greeting: (promptOf(rows, row.greeting_id) ?? []).map((file) => ({ kind: 'file', file })),
    announcements: announcementsOf(rows, row),
    callback: callbackOf(row),
    exits: exitsOf(rows, row.id),
    ...(row.recording === 'default' ? {} : { records: row.recording === 'always' }),
    ...(row.prefers_owner ? { prefersOwner: true } : {}),
    serviceLevelSeconds: row.service_level_seconds,
    shortAbandonSeconds: row.short_abandon_seconds,
    otherwise: {
      timeout: perhaps(row.timeout_kind, row.timeout_value),
      full: perhaps(row.full_kind, row.full_value),
      empty: perhaps(row.empty_kind, row.empty_value),
    },
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
    rowsWith(rows.queueExits, 'queue_id', queue),
    ({ key }) => key,
    ({ destination_kind, destination_value }) => destinationOf(destination_kind, destination_value),
  );

type Music = Pick<Rows, 'music' | 'musicPieces'>;

/** The key in the prompt store of music that is one piece as it was brought, else the name of a list. */
function musicOf({ music, musicPieces }: Music, id: string | null): string | undefined {
  const row = rowWith(music, 'id', id);
  if (row === undefined) return undefined;
  const isPlain = row.volume === 100 && rowsWith(musicPieces, 'music_on_hold_id', row.id).length === 0;
  return isPlain ? companySound(row.tenant_id, row.audio_id) : playlistKey(row.id);
}

function playlistsOf({ music, musicPieces }: Music): RoutingPlan['playlists'] {
  const lists = music.flatMap(({ id, tenant_id: tenant, audio_id: first, random, volume }) => {
    const name = playlistKey(id);
    if (musicOf({ music, musicPieces }, id) !== name) return [];
    const more = rowsWith(musicPieces, 'music_on_hold_id', id).map((piece) => piece.audio_id);
    const pieces = [first, ...more].map((audio) => companySound(tenant, audio));
    return [[name, { pieces, random, gain: volume / 100 }] as const];
  });
  return Object.fromEntries(lists);
}

/** The key in the prompt store of a greeting of the company's own. */
function soundOf(rows: Pick<Rows, 'sounds'>, id: string | null): string | undefined {
  const sound = rowWith(rows.sounds, 'id', id);
  return sound && companySound(sound.tenant_id, sound.audio_id);
}

/** The same where several may be played one after the other. */
function promptOf(rows: Rows, id: string | null): readonly string[] | undefined {
  const sound = soundOf(rows, id);
  return sound === undefined ? undefined : [sound];
}

function menuOf(rows: Rows, row: Row<'ivr_menu'>): Menu {
  const keys = rowsWith(rows.menuKeys, 'ivr_menu_id', row.id);
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
  const members = rowsWith(rows.members, 'ring_group_id', group.id);
  const own = members.filter((one) => one.delay_seconds > 0 || one.ring_seconds !== null);
  const [greeting, music] = [soundOf(rows, group.greeting_id), musicOf(rows, group.music_id)];
  return {
    name: group.name,
    strategy: group.strategy,
    members: members.map(({ number }) => number),
    ringSeconds: group.ring_seconds,
    otherwise: perhaps(group.otherwise_kind, group.otherwise_value),
    ...(greeting === undefined ? {} : { greeting }),
    ...(music === undefined ? {} : { music }),
    ...(group.confirms ? { confirms: true } : {}),
    ...(own.length === 0 ? {} : { times: byKey(own, ({ number }) => number, timesOf) }),
  };
}

const timesOf = (one: Rows['members'][number]): MemberTimes => ({
  delaySeconds: one.delay_seconds,
  ringSeconds: one.ring_seconds,
});

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
  const busy = soundOf(rows, row.busy_greeting_id);
  return {
    name: row.name,
    // The product's own greeting asks for a message.
    greeting: soundOf(rows, row.greeting_id) ?? (row.only_thanks ? 'system/vi/goodbye.wav' : row.greeting),
    ...(row.only_thanks ? { onlyThanks: true } : {}),
    ...(busy === undefined ? {} : { busyGreeting: busy }),
    maxSeconds: row.max_seconds,
    maxSilenceSeconds: row.max_silence_seconds,
  };
}

function conditionOf(rows: Rows, row: Row<'time_condition'>): TimeCondition {
  return {
    name: row.name,
    group: timeGroupOf(rows, row.time_group_id),
    override: row.override,
    ...(row.override_until === null ? {} : { overrideUntil: row.override_until.getTime() }),
    match: destinationOf(row.match_kind, row.match_value),
    otherwise: destinationOf(row.otherwise_kind, row.otherwise_value),
    ...(row.pin_hash === null ? {} : { asksPin: true }),
  };
}

/** What the hours of a company are made of. */
type Hours = Pick<Rows, 'tenant' | 'ownHolidays' | 'timeGroups' | 'timeSlots'>;

function timeGroupOf({ tenant, ownHolidays, timeGroups, timeSlots }: Hours, id: string): TimeGroup {
  const holidays = holidayDates(tenant.year, ownHolidays);
  return {
    name: rowWith(timeGroups, 'id', id)?.name ?? '',
    slots: rowsWith(timeSlots, 'time_group_id', id).flatMap((slot) => timeSlotsOf(slot, holidays)),
  };
}

/** Rules and people by what they name: of thousands only those are made anew that were saved. */
const inboundRulesKept = new WeakMap<Rows['inbound'][number], Kept<readonly InboundRule[]>>();
const outboundRulesKept = new WeakMap<Rows['outbound'][number], Kept<OutboundRule>>();
const extensionsKept = new WeakMap<Rows['extensions'][number], Kept<ExtensionPlan>>();
type Kept<Made> = { readonly of: readonly unknown[]; readonly made: Made };

function inboundRulesOf(rows: Rows, purpose: Rows['inbound'][number]['purpose']): readonly InboundRule[] {
  const { sounds, music, musicPieces, numbers, tenant, ownHolidays, timeGroups, timeSlots } = rows;
  const heard = { music, musicPieces };
  const of = [numbers, tenant, ownHolidays, timeGroups, timeSlots];
  const groups = new Map<string, TimeGroup>();
  const groupOf = (id: string) => {
    const group = groups.get(id) ?? timeGroupOf({ tenant, ownHolidays, timeGroups, timeSlots }, id);
    groups.set(id, group);
    return group;
  };
  return rows.inbound.flatMap((rule) => {
    if (rule.purpose !== purpose) return [];
    const own = [soundOf({ sounds }, rule.greeting_id), musicOf(heard, rule.music_id)] as const;
    return kept(inboundRulesKept, rule, [...of, ...own], () => inboundRuleOf(numbers, groupOf, rule, own));
  });
}

/** So many rules are made at once; then others have their turn. */
const sliceLength = 500;

/** Makes what a list of thousands will find made. */
function* makeAhead(name: keyof Parts, rows: Rows): Generator<void> {
  const list = name === 'inboundRules' ? 'inbound' : name === 'outboundRules' ? 'outbound' : name;
  if (list !== 'inbound' && list !== 'outbound' && list !== 'extensions') return;
  for (let from = 0; from < rows[list].length; from += sliceLength) {
    makers[name]({ ...rows, [list]: rows[list].slice(from, from + sliceLength) });
    yield;
  }
}

function kept<Row extends object, Made>(
  all: WeakMap<Row, Kept<Made>>,
  row: Row,
  of: readonly unknown[],
  make: () => Made,
): Made {
  const known = all.get(row);
  if (known?.of.every((one, place) => one === of[place])) return known.made;
  const made = make();
  all.set(row, { of, made });
  return made;
}

/** A rule of a number that is switched off matches nothing. */
function inboundRuleOf(
  numbers: Rows['numbers'],
  timeGroup: (id: string) => TimeGroup,
  rule: Rows['inbound'][number],
  [greeting, music]: readonly [string | undefined, string | undefined],
): InboundRule[] {
  const number = rowWith(numbers, 'id', rule.service_number_id);
  if (rule.service_number_id !== null && number === undefined) return [];
  return [
    {
      id: rule.id,
      name: rule.name,
      number: number?.number ?? null,
      callerPattern: rule.caller_pattern === '' ? null : rule.caller_pattern,
      timeGroup: rule.time_group_id === null ? null : timeGroup(rule.time_group_id),
      destination: destinationOf(rule.destination_kind, rule.destination_value),
      afterTalk: perhaps(rule.after_talk_kind, rule.after_talk_value),
      ...(rule.recording === 'default' ? {} : { records: rule.recording === 'always' }),
      ...(greeting === undefined ? {} : { greeting }),
      ...(music === undefined ? {} : { music }),
      ...(rule.name_prefix === '' ? {} : { namePrefix: rule.name_prefix }),
    },
  ];
}

function outboundRulesOf({ outbound, numbers, trunks }: Rows): readonly OutboundRule[] {
  const of = [numbers, trunks];
  return outbound.map((rule) => kept(outboundRulesKept, rule, of, () => outboundRuleOf({ numbers, trunks }, rule)));
}

/** Routes over a number or a trunk that is switched off are left out; a rule without a route allows nothing. */
function outboundRuleOf(
  { numbers, trunks }: Pick<Rows, 'numbers' | 'trunks'>,
  rule: Rows['outbound'][number],
): OutboundRule {
  const { groups } = rule;
  return {
    name: rule.name,
    pattern: rule.pattern,
    // Everybody where it names neither extensions nor groups.
    extensions: rule.extensions ?? (groups.length === 0 ? 'all' : []),
    ...(groups.length === 0 ? {} : { groups }),
    strip: rule.strip,
    prepend: rule.prepend,
    routes: rule.numbers.flatMap((id) => {
      const number = rowWith(numbers, 'id', id);
      const trunk = rowWith(trunks, 'id', number?.trunk_id ?? null);
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
    ...(rule.max_minutes === null ? {} : { mostMinutes: rule.max_minutes }),
  };
}

/** Whose network a number of ours is in: as it was written down, else by its prefix. */
function carrierOf({ number, carrier }: Row<'service_number'>): string | null {
  if (carrier !== '') return carrier;
  const read = parsePhone(number);
  return read.ok ? carrierByPrefix(read.phone) : null;
}
