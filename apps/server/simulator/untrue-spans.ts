import { isSpent, valuesOf } from '@alo/call-core';

import type { SpanRow } from './simulated-database.ts';
import { type World, wasForgotten, wasLost } from './world.ts';

/** What somebody's time went to is told once for each moment, and whoever talked was in a call. */
export function* untrueSpans(world: World): Generator<string> {
  const { database, telephony, tenant } = world;
  const board = telephony?.boardOf(tenant);
  const known = new Map(
    Array.from(board === undefined ? [] : [...valuesOf(board.spans)].filter(isSpent)).map((span) => [
      span.extension,
      span,
    ]),
  );
  const its = Map.groupBy(
    [...database.spans.values()].sort((one, other) => one.from_at.getTime() - other.from_at.getTime()),
    ({ extension }) => extension,
  );
  for (const [extension, spans] of its) {
    for (const [index, span] of spans.entries()) yield* untrueSpan(span, spans[index + 1]);
    const open = spans.find(({ to_at: to }) => to === null);
    const now = known.get(extension);
    if (board !== undefined && (open?.from_at.getTime() !== now?.from || open?.status !== now?.status))
      yield `The time of ${extension} goes to ${open?.status} in the history, and to ${now?.status} on the board`;
  }
  for (const { segments } of database.calls.values()) {
    for (const { extension, from_at: from, to_at: to } of segments) {
      if (to === null || wasForgotten(world, from.getTime(), to.getTime())) continue;
      // When the answer was of which the word got lost is guessed, after people's time had gone on.
      if (wasLost(world, from.getTime(), to.getTime())) continue;
      const missed = to.getTime() - from.getTime() - inCalls(its.get(extension) ?? [], from, to);
      if (missed > 0) yield `${extension} talked for ${missed} ms that their time did not go to a call`;
    }
  }
}

function* untrueSpan({ extension, from_at: from, to_at: to }: SpanRow, next: SpanRow | undefined): Generator<string> {
  if (to !== null && to < from) yield `What the time of ${extension} went to ends before it begins`;
  if (next !== undefined && (to === null || to > next.from_at))
    yield `The time of ${extension} goes to two things at once at ${next.from_at.getTime()}`;
}

function inCalls(spans: readonly SpanRow[], from: Date, to: Date): number {
  return spans
    .filter(({ status }) => status === 'on-a-call')
    .map(
      (span) => Math.min((span.to_at ?? to).getTime(), to.getTime()) - Math.max(span.from_at.getTime(), from.getTime()),
    )
    .reduce((sum, ms) => sum + Math.max(0, ms), 0);
}
