import { setImmediate as breathe } from 'node:timers/promises';
import { emptyPlan, type RoutingPlan } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';

import type { InTenant, Trx } from '../db/database.ts';
import { limitsOf } from '../domain/call-limits.ts';
import { soundsOf, voiceOf } from '../domain/own-sounds.ts';
import {
  type BlockLists,
  blockListMark,
  forgetBlockListChanges,
  forwardedTo,
  nothingBlocked,
  readBlockListChanges,
  readBlockLists,
} from './block-list-rows.ts';
import { frontDoorAnnouncements, frontDoorOf, recordingNoticeOf } from './front-door.ts';
import { byKey } from './plan-parts/by-key.ts';
import { customerConditionOf } from './plan-parts/customers.ts';
import { extensionsOf, pickUpGroupsOf } from './plan-parts/extensions.ts';
import { timeConditionOf } from './plan-parts/hours.ts';
import { codesOf, internalNumbers, numberOf } from './plan-parts/numbers.ts';
import {
  announcementOf,
  codeQuestionOf,
  groupOf,
  lastCallRuleOf,
  menuOf,
  voicemailBoxOf,
} from './plan-parts/places.ts';
import { queueOf } from './plan-parts/queues.ts';
import { inboundRulesOf, outboundRulesOf } from './plan-parts/rules.ts';
import { playlistsOf } from './plan-parts/sounds.ts';
import { surveysOf } from './plan-parts/surveys.ts';
import { wrapUpRulesOf } from './plan-parts/wrap-up.ts';
import {
  allButRules,
  forgetRuleChanges,
  type Rows,
  type RowsName,
  readAgain,
  readChangedRules,
  readRows,
} from './routing-rows.ts';
import { type OpenSecret, trunkPlansOf, trunksOf } from './trunk-provisions.ts';

/** What call control and the engine need to know of a tenant. */
export interface TelephonyConfig {
  readonly plan: RoutingPlan;
  readonly trunks: readonly TrunkProvision[];
  /** Pages other than the console's whose phones may come by WSS. */
  readonly phoneOrigins: readonly string[];
}

/** The same with what it was read from, so that of the next one only what was saved is read. */
export interface ReadTelephonyConfig extends TelephonyConfig {
  readonly rows: Rows;
  readonly made: MadeParts;
  readonly blocked: BlockLists;
  /** Block lists are known as far as this. */
  readonly mark: string;
  /** When the logs of what was changed were emptied last. */
  readonly forgotAt: number;
}

/** What was saved. Of rules and block lists it is told by itself, by which of them were changed. */
export type SavedPart = 'anything' | 'rules' | 'block-lists';

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
    return {
      plan: planOf(rows, blocked),
      trunks: trunksOf(rows, (sealed) => openSecret(tenantId, sealed)),
      phoneOrigins: phoneOriginsOf(rows),
    };
  });
}

/** The same, with what a later read of the changes goes on from. */
export async function readTelephonyConfig(
  trx: Trx,
  openSecret: (sealed: string) => string | undefined,
): Promise<ReadTelephonyConfig> {
  const mark = await blockListMark(trx);
  const rows = await readRows(trx);
  const [made, blocked] = [await planInTurns(null, rows), await readBlockLists(trx, 'all')];
  const forgotAt = await forgetChanges(trx, mark);
  return {
    plan: { ...made.parts, ...blocked },
    trunks: trunksOf(rows, openSecret),
    phoneOrigins: phoneOriginsOf(rows),
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
  before: ReadTelephonyConfig,
  saved: ReadonlySet<SavedPart>,
  openSecret: (sealed: string) => string | undefined,
): Promise<ReadTelephonyConfig> {
  const mark = await blockListMark(trx);
  const known = saved.has('anything') ? await readAgain(trx, before.rows, allButRules) : before.rows;
  const rows = await readChangedRules(trx, known, before.mark);
  const made = await planInTurns(before.made, rows);
  const blocked = await readBlockListChanges(trx, before.blocked, before.mark);
  const forgotAt = Date.now() - before.forgotAt < hourMs ? before.forgotAt : await forgetChanges(trx, mark);
  const same = made === before.made && blocked === before.blocked;
  const sameTrunks = (['trunks', 'numbers', 'assignedCarriers', 'carrierShares'] as const).every(
    (name) => rows[name] === before.rows[name],
  );
  return {
    plan: same ? before.plan : { ...made.parts, ...blocked },
    trunks: sameTrunks ? before.trunks : trunksOf(rows, openSecret),
    phoneOrigins: phoneOriginsOf(rows),
    rows,
    made,
    blocked,
    mark,
    forgotAt,
  };
}

const phoneOriginsOf = ({ system }: Rows): readonly string[] => system?.phone_origins ?? [];

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
type MadeParts = {
  readonly parts: Parts;
  readonly sources: { readonly [Name in keyof Parts]: Partial<Rows> };
};

/** The parts that rows make. Those whose rows are as they were are the very same, and all where all are. */
function planAgain(before: MadeParts | null, rows: Rows): MadeParts {
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

/** How each part is made; the longer ones are in `plan-parts/`. */
const makers: { readonly [Name in keyof Parts]-?: (rows: Rows) => Parts[Name] } = {
  timeZone: ({ tenant }) => tenant.time_zone,
  extensions: extensionsOf,
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
      (condition) => timeConditionOf(rows, condition),
    ),
  customerConditions: (rows) =>
    byKey(
      rows.customerConditions,
      ({ id }) => id,
      (condition) => customerConditionOf(rows, condition),
    ),
  codeQuestions: (rows) =>
    byKey(
      rows.codeQuestions,
      ({ id }) => id,
      (question) => codeQuestionOf(rows, question),
    ),
  surveys: surveysOf,
  voicemailBoxes: (rows) =>
    byKey(
      rows.boxes,
      ({ id }) => id,
      (box) => voicemailBoxOf(rows, box),
    ),
  frontDoor: ({ system }) => frontDoorOf(system),
  recordingNotice: ({ system }) => recordingNoticeOf(system),
  inboundRules: (rows) => inboundRulesOf(rows, 'calls'),
  fallbacks: (rows) => inboundRulesOf(rows, 'fallback'),
  outboundRules: outboundRulesOf,
  trunks: trunkPlansOf,
  limits: ({ setting, tenant }) => ({
    ...limitsOf(setting?.limits),
    calls: least(limitsOf(setting?.limits).calls, tenant.most_calls),
    ...(tenant.trial_until !== null && { closedFrom: tenant.trial_until.getTime() }),
  }),
  records: ({ system }) => ({
    inbound: system?.records_inbound ?? true,
    outbound: system?.records_outbound ?? true,
    internal: system?.records_internal ?? true,
  }),
  roomIsFull: ({ tenant }) => (tenant.unrecorded_since === null ? undefined : true),
  holdMusic: ({ setting }) => setting?.hold_music ?? emptyPlan.holdMusic,
  parking: ({ setting }) => ({
    first: setting?.parking_first ?? emptyPlan.parking.first,
    count: setting?.parking_count ?? emptyPlan.parking.count,
    seconds: setting?.parking_seconds ?? emptyPlan.parking.seconds,
  }),
  unrecorded: ({ refusals }) => Object.fromEntries(refusals.map(({ e164 }) => [e164, true as const])),
  playlists: playlistsOf,
  pickUpGroups: pickUpGroupsOf,
  wrapUp: wrapUpRulesOf,
  maskMode: ({ system }) => system?.position_hidden_phone_customer ?? emptyPlan.maskMode,
  codes: codesOf,
  prompts: ({ prompts }) => soundsOf(prompts),
  voice: (rows) => voiceOf(rows.voiceClips, rows.voiceInUse),
};

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

/** The smaller of two limits; null is none. */
const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
