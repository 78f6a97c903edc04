import type { CallDetail } from './call-detail.ts';

/** A period in which somebody heard nobody, in milliseconds since 1970. */
export interface OnHold {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

type Timed = Pick<CallDetail, 'legs' | 'segments'>;
type Segment = CallDetail['segments'][number];

const ownWords = { hold: 'Giữ máy', consultation: 'Hỏi đồng nghiệp', held: 'Bị giữ máy' } as const;

/** When who is on this line talked with nobody: of one of ours as it was told, of a customer while whoever talked with them was away. */
export function onHoldOf(call: Timed, leg: CallDetail['legs'][number]): readonly OnHold[] {
  const own = call.segments.filter(({ leg_id: of }) => of === leg.id);
  if (own.length > 0) {
    return own.flatMap(({ holds }) => holds.map(({ from, to, why }) => ({ ...span(from, to), words: ownWords[why] })));
  }
  if (leg.answered_at === null) return [];
  const talks = call.segments.filter(({ how }) => how !== 'consultation' && how !== 'supervision');
  return talks.flatMap((segment) => waitedFor(call, segment, talks)).toSorted((one, other) => one.from - other.from);
}

/** While one of ours is away from a customer, but for the time in which another one talks with them. */
function waitedFor(call: Timed, segment: Segment, talks: readonly Segment[]): readonly OnHold[] {
  const name = call.legs.find(({ id }) => id === segment.leg_id)?.name ?? segment.extension;
  const busy = talks.filter((other) => other !== segment).flatMap(talkOf);
  return segment.holds.flatMap(({ from, to, why }) => {
    if (why === 'held') return [];
    const words = why === 'hold' ? `${name} giữ máy` : `${name} hỏi đồng nghiệp`;
    return without([span(from, to)], busy).map((left) => ({ ...left, words }));
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const span = (from: string, to: string): Span => ({ from: Date.parse(from), to: Date.parse(to) });

const talkOf = ({ from, to, holds }: Segment): readonly Span[] =>
  without(
    [{ from: Date.parse(from), to: to === null ? Number.POSITIVE_INFINITY : Date.parse(to) }],
    holds.map((hold) => span(hold.from, hold.to)),
  );

/** What is left of some spans outside others. */
const without = (spans: readonly Span[], others: readonly Span[]): readonly Span[] =>
  others.reduce<readonly Span[]>(
    (left, { from, to }) =>
      left.flatMap((one) =>
        [
          { from: one.from, to: Math.min(one.to, from) },
          { from: Math.max(one.from, to), to: one.to },
        ].filter((part) => part.from < part.to),
      ),
    spans,
  );
