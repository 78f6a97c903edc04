import { isDeepStrictEqual } from 'node:util';
import {
  changesBetween,
  deleteFrom,
  emptyPlan,
  getFrom,
  type PersistentMap,
  type RoutingPlan,
  setIn,
} from '@alo/call-core';

/** Rules: one list after the other, of which few are changed at a time. */
const lists = ['inboundRules', 'outboundRules'] as const;
/** Small parts by their keys. */
const records = [
  ...(['extensions', 'internalNumbers', 'numbers', 'groups', 'queues', 'menus', 'lastCallRules'] as const),
  ...([
    'announcements',
    'timeConditions',
    'customerConditions',
    'codeQuestions',
    'voicemailBoxes',
    'trunks',
    'pickUpGroups',
  ] as const),
] as const;
/** Of each the callers without a number are a value, the rest is a map. */
const blockLists = ['blockedCallers', 'blockedNumbers'] as const;
const blockMaps = ['numbers', 'patterns'] as const;

type List = (typeof lists)[number];
type Keyed = (typeof records)[number];
type BlockListName = (typeof blockLists)[number];
type BlockMap = (typeof blockMaps)[number];
/** All others are short, and stand in one line each. */
type Value = Exclude<keyof RoutingPlan, List | Keyed | BlockListName>;

/** What is different in a plan. We write these ourselves. */
export type PlanLine =
  | readonly ['is', Value, unknown]
  /** What a record has, in its order; what is new in it follows. */
  | readonly ['has', Keyed, readonly string[]]
  | readonly ['entry', Keyed, string, unknown]
  /** A list follows from its beginning: so many of the old one from there on, or others. */
  | readonly ['list', List]
  | readonly ['from', List, number, number]
  | readonly ['rules', List, readonly unknown[]]
  | readonly ['anonymous', BlockListName, unknown]
  | readonly ['blocked', BlockListName, BlockMap, string, unknown]
  | readonly ['free', BlockListName, BlockMap, string];

/** So many rules stand in one line: less than a millisecond of work. */
const rulesInLine = 20;

/** What has to be told so that `after` comes of a plan that is known, or of nothing. In small pieces, those that tell nothing too, so that others can have their turn. */
export function* linesBetween(known: RoutingPlan | null, after: RoutingPlan): Generator<PlanLine | null> {
  const before = known ?? emptyPlan;
  // What an empty plan has may be another thing in a later version.
  for (const name of valuesIn(after)) {
    if (known === null || !isDeepStrictEqual(before[name], after[name])) yield ['is', name, after[name]];
  }
  for (const name of records) yield* recordLines(name, before[name], after[name]);
  for (const name of lists) yield* listLines(name, before[name], after[name]);
  for (const name of blockLists) {
    const [old, fresh] = [before[name], after[name]];
    if (!isDeepStrictEqual(old.anonymous, fresh.anonymous)) yield ['anonymous', name, fresh.anonymous];
    for (const map of blockMaps) yield* blockedLines(name, map, old[map], fresh[map]);
  }
}

function valuesIn(plan: RoutingPlan): readonly Value[] {
  const known: ReadonlySet<string> = new Set([...lists, ...records, ...blockLists]);
  return (Object.keys(plan) as (keyof RoutingPlan)[]).filter((name): name is Value => !known.has(name));
}

function* recordLines(
  name: Keyed,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Generator<PlanLine | null> {
  if (before === after) return;
  const keys = Object.keys(after);
  if (!isDeepStrictEqual(Object.keys(before), keys)) yield ['has', name, keys];
  for (const key of keys) {
    const same = Object.hasOwn(before, key) && isSame(before[key], after[key]);
    yield same ? null : ['entry', name, key, after[key]];
  }
}

function* listLines(name: List, before: readonly unknown[], after: readonly unknown[]): Generator<PlanLine | null> {
  if (before === after) return;
  const places = new Map(before.map((rule, place) => [rule, place]));
  /** Another process has made the same rules anew: they stand where they stood. */
  const placeOf = (rule: unknown, expected: number): number | undefined =>
    places.get(rule) ?? (isDeepStrictEqual(before[expected], rule) ? expected : undefined);
  const pieces: Piece[] = [];
  for (const [index, rule] of after.entries()) {
    const last = pieces.at(-1);
    const place = placeOf(rule, last !== undefined && 'until' in last ? last.until : index);
    if (place === undefined) {
      if (last !== undefined && 'rules' in last && last.rules.length < rulesInLine) last.rules.push(rule);
      else pieces.push({ rules: [rule] });
    } else if (last !== undefined && 'until' in last && last.until === place) last.until = place + 1;
    else pieces.push({ from: place, until: place + 1 });
    if (index % rulesInLine === 0) yield null;
  }
  const [first] = pieces;
  const isWhole = first !== undefined && 'until' in first && first.from === 0 && first.until === before.length;
  if (before.length === after.length && (isWhole || first === undefined)) return;
  yield ['list', name];
  for (const piece of pieces) {
    yield 'until' in piece ? ['from', name, piece.from, piece.until - piece.from] : ['rules', name, piece.rules];
  }
}

/** Of a list: a stretch of the old one, or others. */
type Piece = { readonly from: number; until: number } | { readonly rules: unknown[] };

function* blockedLines(
  name: BlockListName,
  map: BlockMap,
  before: PersistentMap<unknown>,
  after: PersistentMap<unknown>,
): Generator<PlanLine | null> {
  for (const [key, value] of changesBetween<unknown>(before, after)) {
    if (value === undefined) yield ['free', name, map, key];
    // Another process has read the same anew.
    else yield isDeepStrictEqual(getFrom(before, key), value) ? null : ['blocked', name, map, key, value];
  }
}

const isSame = (one: unknown, other: unknown): boolean => one === other || isDeepStrictEqual(one, other);

/** Puts lines together again. `take` costs little each, so others can have their turn between two of them. */
export function planFromLines(before: RoutingPlan) {
  let plan = before;
  const fresh = new Map<Keyed, Record<string, unknown>>();
  const rules = new Map<List, unknown[]>();

  function record(name: Keyed): Record<string, unknown> {
    const old: Readonly<Record<string, unknown>> = before[name];
    const known = fresh.get(name) ?? { ...old };
    fresh.set(name, known);
    return known;
  }

  function changeBlocked(name: BlockListName, map: BlockMap, change: (of: PersistentMap<unknown>) => unknown): void {
    const list = plan[name];
    plan = { ...plan, [name]: { ...list, [map]: change(list[map]) } };
  }

  return {
    take(line: PlanLine): void {
      switch (line[0]) {
        case 'is':
          plan = { ...plan, [line[1]]: line[2] };
          return;
        case 'has': {
          const old = record(line[1]);
          fresh.set(line[1], Object.fromEntries(line[2].map((key) => [key, old[key]])));
          return;
        }
        case 'entry':
          record(line[1])[line[2]] = line[3];
          return;
        case 'list':
          rules.set(line[1], []);
          return;
        case 'from':
          rules.get(line[1])?.push(...before[line[1]].slice(line[2], line[2] + line[3]));
          return;
        case 'rules':
          rules.get(line[1])?.push(...line[2]);
          return;
        case 'anonymous':
          plan = { ...plan, [line[1]]: { ...plan[line[1]], anonymous: line[2] } };
          return;
        case 'blocked':
          return changeBlocked(line[1], line[2], (map) => setIn(map, line[3], line[4]));
        case 'free':
          return changeBlocked(line[1], line[2], (map) => deleteFrom(map, line[3]));
        default:
          line satisfies never;
      }
    },
    // The lines were made of such parts.
    plan: (): RoutingPlan => ({ ...emptyPlan, ...plan, ...Object.fromEntries([...fresh, ...rules]) }),
  };
}
