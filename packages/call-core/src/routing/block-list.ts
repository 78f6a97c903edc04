import { matchesPattern, patternStart } from '@alo/phone-number';
import { nationalForm } from '../board/caller-id.ts';
import { type BlockList, type BlockReason, nobodyBlocked } from '../board/plan.ts';
import type { Instant } from '../board/vocabulary.ts';
import { deleteFrom, getFrom, setIn } from '../lib/persistent-map.ts';
import { sameData } from '../lib/same-data.ts';

/** One line of a block list; `value` is a canonical number or a pattern, and nothing for callers without a number. */
export type BlockEntry = { readonly kind: 'number' | 'pattern' | 'anonymous'; readonly value: string };

/** A list of these. */
export function blockList(entries: Iterable<BlockEntry & BlockReason>): BlockList {
  let list = nobodyBlocked;
  for (const { kind, value, ...blocked } of entries) list = withBlocked(list, { kind, value }, blocked);
  return list;
}

/** The list with this line, in place of what it said of the same before. */
export function withBlocked(list: BlockList, entry: BlockEntry, blocked: BlockReason): BlockList {
  const { kind, value } = entry;
  const known = entryIn(list, entry);
  if (known !== null && sameData(known, blocked)) return list;
  switch (kind) {
    case 'number':
      return { ...list, numbers: setIn(list.numbers, value, blocked) };
    case 'pattern': {
      const start = patternStart(value);
      const others = (getFrom(list.patterns, start) ?? []).filter(({ pattern }) => pattern !== value);
      return { ...list, patterns: setIn(list.patterns, start, [...others, { ...blocked, pattern: value }]) };
    }
    case 'anonymous':
      return { ...list, anonymous: blocked };
    default:
      return kind satisfies never;
  }
}

/** The list without this line. */
export function withoutBlocked(list: BlockList, entry: BlockEntry): BlockList {
  const { kind, value } = entry;
  if (entryIn(list, entry) === null) return list;
  switch (kind) {
    case 'number':
      return { ...list, numbers: deleteFrom(list.numbers, value) };
    case 'pattern': {
      const start = patternStart(value);
      const others = (getFrom(list.patterns, start) ?? []).filter(({ pattern }) => pattern !== value);
      const patterns = others.length === 0 ? deleteFrom(list.patterns, start) : setIn(list.patterns, start, others);
      return { ...list, patterns };
    }
    case 'anonymous':
      return { ...list, anonymous: null };
    default:
      return kind satisfies never;
  }
}

/** The line of a list by which a number is refused. */
export type BlockedBy = BlockReason & { readonly entry: BlockEntry };

/**
 * By what a number is refused at this moment, or null; of callers only what holds for the number of ours that they called.
 * `canonical` is '' for a caller who withholds it.
 */
export function blockedBy(list: BlockList, canonical: string, at: Instant, called?: string): BlockedBy | null {
  const holds = ({ until, number }: BlockReason): boolean =>
    (until === undefined || until > at) && (number === undefined || number === called);
  if (canonical === '') {
    const { anonymous } = list;
    return anonymous !== null && holds(anonymous)
      ? { ...anonymous, reason: 'số ẩn', entry: { kind: 'anonymous', value: '' } }
      : null;
  }
  const exact = getFrom(list.numbers, canonical);
  if (exact !== undefined && holds(exact)) return { ...exact, entry: { kind: 'number', value: canonical } };
  if (list.patterns.size === 0) return null;
  const national = nationalForm(canonical);
  for (let length = 0; length <= national.length; length++) {
    const found = getFrom(list.patterns, national.slice(0, length))?.find(
      (blocked) => holds(blocked) && matchesPattern(national, blocked.pattern),
    );
    if (found !== undefined) return { ...found, entry: { kind: 'pattern', value: found.pattern } };
  }
  return null;
}

/** Why a number is refused at this moment, or null. */
export const blockedBecause = (list: BlockList, canonical: string, at: Instant): string | null =>
  blockedBy(list, canonical, at)?.reason ?? null;

/** What a list says of a line; null where it has no such line. */
function entryIn(list: BlockList, { kind, value }: BlockEntry): BlockReason | null {
  switch (kind) {
    case 'number':
      return getFrom(list.numbers, value) ?? null;
    case 'pattern': {
      const found = getFrom(list.patterns, patternStart(value))?.find(({ pattern }) => pattern === value);
      if (found === undefined) return null;
      const { pattern: _, ...blocked } = found;
      return blocked;
    }
    case 'anonymous':
      return list.anonymous;
    default:
      return kind satisfies never;
  }
}
