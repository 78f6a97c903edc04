import { lookUp } from '../lib/look-up.ts';
import { sameData } from '../lib/same-data.ts';
import type { RingGroup, RoutingPlan, TimeCondition } from './plan.ts';
import type { QueuePlan } from './queue-plan.ts';

/** Parts by their keys, and others, that a call goes by as they were when it began: where it is led and what it hears. */
export const versionRecords = [
  'groups',
  'queues',
  'menus',
  'lastCallRules',
  'announcements',
  'timeConditions',
  'customerConditions',
  'codeQuestions',
] as const;
/** Parts of a plan that are kept as a whole. */
export const versionValues = ['timeZone', 'records', 'holdMusic', 'prompts', 'voice', 'fallbacks'] as const;

/**
 * Of a plan what calls keep that began with it. Whatever is not in here holds for all calls as it is now: people and their phones,
 * mailboxes, block lists, limits, rights, the ways out. Rules of calls that come in are looked at once, when a call begins.
 */
export type Version = Pick<RoutingPlan, (typeof versionRecords)[number] | (typeof versionValues)[number]>;

/** A version that calls go by: how many, and what it is where that is no longer in the plan of now. */
export type VersionInUse = { readonly calls: number; readonly kept: Version | null };

/** The part of a plan that calls keep which begin with it. */
export function versionOf(plan: RoutingPlan): Version {
  const { timeZone, records, holdMusic, prompts, voice, fallbacks } = plan;
  const { groups, queues, menus, lastCallRules, announcements, timeConditions, customerConditions, codeQuestions } =
    plan;
  return {
    timeZone,
    records,
    holdMusic,
    groups,
    queues,
    menus,
    lastCallRules,
    announcements,
    timeConditions,
    customerConditions,
    codeQuestions,
    ...(prompts === undefined ? {} : { prompts }),
    ...(voice === undefined ? {} : { voice }),
    ...(fallbacks === undefined ? {} : { fallbacks }),
  };
}

/** The same version, made of the parts of a plan wherever they are alike: what did not change is held once, however many versions there are. */
export function sharing(version: Version, plan: RoutingPlan): Version {
  const records = versionRecords.map((name) => [name, sharedRecord<unknown>(version[name], plan[name])] as const);
  const values = versionValues.map((name) => [name, sharedValue(version[name], plan[name])] as const);
  if ([...records, ...values].every(([name, value]) => value === version[name])) return version;
  return { ...version, ...Object.fromEntries([...records, ...values.filter(([, value]) => value !== undefined)]) };
}

/** Whether a call goes the same way by both. */
export function isSameVersion(one: RoutingPlan, other: RoutingPlan): boolean {
  const shared = sharing(versionOf(one), other);
  return [...versionRecords, ...versionValues].every((name) => shared[name] === other[name]);
}

function sharedRecord<V>(
  old: Readonly<Record<string, V>>,
  fresh: Readonly<Record<string, V>>,
): Readonly<Record<string, V>> {
  if (old === fresh) return old;
  const entries = Object.entries(old).map(([key, value]) => [key, sharedValue(value, lookUp(fresh, key))] as const);
  const isFresh = entries.length === Object.keys(fresh).length;
  if (isFresh && entries.every(([key, value]) => value === lookUp(fresh, key))) return fresh;
  return entries.every(([key, value]) => value === old[key]) ? old : Object.fromEntries(entries);
}

function sharedValue<V>(old: V, fresh: V | undefined): V {
  return fresh !== undefined && sameData(old, fresh) ? fresh : old;
}

/** Made once for each version and plan. */
const made = new WeakMap<Version, { readonly now: RoutingPlan; readonly plan: RoutingPlan }>();

/**
 * What leads a call of an older version: its version, and all else as it is now. What a version says about people gives way too: who is
 * in a group or a queue, how a queue serves all who wait in it, and how a condition is set by hand for the day.
 */
export function planBy(version: Version, now: RoutingPlan): RoutingPlan {
  const known = made.get(version);
  if (known?.now === now) return known.plan;
  const plan = {
    ...now,
    ...version,
    prompts: version.prompts ?? {},
    voice: version.voice ?? {},
    fallbacks: version.fallbacks ?? [],
    groups: mapped(version.groups, (group, key) => groupOfNow(group, lookUp(now.groups, key))),
    // A caller may be given a colleague's place in a queue that is newer than the caller's call.
    queues: { ...now.queues, ...mapped(version.queues, (queue, key) => queueOfNow(queue, lookUp(now.queues, key))) },
    timeConditions: mapped(version.timeConditions, (one, key) => setAsNow(one, lookUp(now.timeConditions, key))),
  };
  made.set(version, { now, plan });
  return plan;
}

function mapped<V>(record: Readonly<Record<string, V>>, change: (value: V, key: string) => V): Record<string, V> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

/** A group that is no more has nobody. */
const groupOfNow = (group: RingGroup, now: RingGroup | undefined): RingGroup => ({
  ...group,
  members: now?.members ?? [],
  times: now?.times ?? {},
});

/** A queue that is no more has nobody. */
const queueOfNow = (queue: QueuePlan, now: QueuePlan | undefined): QueuePlan =>
  now === undefined ? { ...queue, members: [] } : servedAs(queue, now);

/** All who wait in a queue are served by one rule: what is theirs is what they hear, may press and need, how long they wait, and where they go then. */
export function servedAs(queue: QueuePlan, rule: QueuePlan): QueuePlan {
  const { name, callers, needs, maxWaitSeconds, greeting, music, announcements, exits, callback, otherwise } = queue;
  return {
    ...rule,
    name,
    callers,
    needs,
    maxWaitSeconds,
    greeting,
    music,
    announcements,
    exits,
    callback,
    otherwise,
  };
}

function setAsNow(condition: TimeCondition, now: TimeCondition | undefined): TimeCondition {
  if (now === undefined) return condition;
  const { name, group, match, otherwise } = condition;
  return { ...now, name, group, match, otherwise };
}
