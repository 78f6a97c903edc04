import {
  type Board,
  type Call,
  entriesOf,
  getFrom,
  lookUp,
  type RoutingPlan,
  setIn,
  type Version,
  versionIn,
  versionOf,
  versionRecords,
  versionValues,
} from '@alo/call-core';

import type { SnapshotLine } from '../journal/entries.ts';

/**
 * Versions that calls under way began with stand in a snapshot as what is different in the plan of now, entry by entry: many of
 * them are little more than one. How many calls go by each follows from the calls.
 */
const parts = ['version', 'version-kept', 'version-entry', 'version-value'] as const;
type VersionPart = (typeof parts)[number];
type Keyed = (typeof versionRecords)[number];

/** Undefined is what is not in the version, and in no line of JSON either. */
type Entry = { readonly version: string; readonly name: Keyed; readonly key: string; readonly value?: unknown };
type Value = {
  readonly version: string;
  readonly name: (typeof versionValues)[number];
  readonly value?: unknown;
};

export function isVersionPart(part: string): part is VersionPart {
  return parts.some((name) => name === part);
}

/** To be read behind the plan of now. */
export function* versionLines({ plan, version, versions }: Board): Generator<SnapshotLine> {
  yield { part: 'version', value: version };
  for (const [key, { kept }] of entriesOf(versions)) {
    if (kept === null) continue;
    yield { part: 'version-kept', value: key };
    for (const name of versionValues) {
      if (kept[name] !== plan[name]) yield { part: 'version-value', value: { version: key, name, value: kept[name] } };
    }
    for (const name of versionRecords) {
      if (kept[name] !== plan[name]) yield* entryLines(key, name, kept, plan);
    }
  }
}

function* entryLines(version: string, name: Keyed, kept: Version, plan: RoutingPlan): Generator<SnapshotLine> {
  for (const key of new Set([...Object.keys(kept[name]), ...Object.keys(plan[name])])) {
    const value = lookUp<unknown>(kept[name], key);
    if (value !== lookUp<unknown>(plan[name], key))
      yield { part: 'version-entry', value: { version, name, key, value } };
  }
}

export function withVersionLine(board: Board, part: VersionPart, value: unknown): Board {
  switch (part) {
    case 'version':
      return { ...board, version: value as number };
    case 'version-kept':
      return withKept(board, value as string, () => versionOf(board.plan));
    case 'version-value': {
      const line = value as Value;
      return withKept(board, line.version, (kept) => withValue(kept, line));
    }
    case 'version-entry': {
      const line = value as Entry;
      return withKept(board, line.version, (kept) => {
        const { [line.key]: _, ...others } = kept[line.name] as Readonly<Record<string, unknown>>;
        return { ...kept, [line.name]: 'value' in line ? { ...others, [line.key]: line.value } : others };
      });
    }
    default:
      return part satisfies never;
  }
}

function withValue(kept: Version, line: Value): object {
  const { [line.name]: _, ...others } = kept;
  return 'value' in line ? { ...others, [line.name]: line.value } : others;
}

function withKept(board: Board, version: string, change: (kept: Version) => object): Board {
  const { calls, kept } = getFrom(board.versions, version) ?? { calls: 0, kept: null };
  // The line says what is different in it, and was written of one.
  const changed = change(kept ?? versionOf(board.plan)) as Version;
  return { ...board, versions: setIn(board.versions, version, { calls, kept: changed }) };
}

export function withCallCounted(versions: Board['versions'], call: Call): Board['versions'] {
  const version = versionIn(call);
  if (version === null) return versions;
  const { calls, kept } = getFrom(versions, String(version)) ?? { calls: 0, kept: null };
  return setIn(versions, String(version), { calls: calls + 1, kept });
}
