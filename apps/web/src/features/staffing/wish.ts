import { type RequestOf, type ResultOf, type replayQueues } from '@alo/contract';

export type Replay = ResultOf<typeof replayQueues>;
type Body = RequestOf<typeof replayQueues>['body'];

/** What is tried on a day: people more or fewer for a while, and what else may be otherwise. */
export interface Wish {
  readonly count: number;
  readonly from: string;
  readonly to: string;
  readonly calls: number;
  readonly talk: number;
  readonly strategy: NonNullable<Body['strategy']> | null;
  readonly ringSeconds: number | null;
}

export const asItWas: Wish = {
  count: 0,
  from: '09:00',
  to: '11:00',
  calls: 100,
  talk: 100,
  strategy: null,
  ringSeconds: null,
};

export const isAsItWas = ({ count, calls, talk, strategy, ringSeconds }: Wish): boolean =>
  count === 0 && calls === 100 && talk === 100 && strategy === null && ringSeconds === null;

/** What the server is asked; null where the hours are none. */
export function bodyOf(day: string, queue: string, wish: Wish): Body | null {
  const [from, to] = [minuteOf(wish.from), minuteOf(wish.to)];
  if (wish.count !== 0 && (from === null || to === null || from >= to)) return null;
  return {
    day,
    queue_id: queue,
    people: wish.count === 0 ? [] : [{ queue_id: queue, count: wish.count, from: from ?? 0, to: to ?? 1_440 }],
    strategy: wish.strategy,
    ring_seconds: wish.ringSeconds,
    calls_percent: wish.calls,
    talk_percent: wish.talk,
  };
}

/** A time of day in minutes; midnight as an end is the end of the day. */
function minuteOf(time: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** What is tried, as a person would say it. */
export function wishWords(wish: Wish, strategies: Readonly<Record<string, string>>): string {
  const { count, from, to, calls, talk, strategy, ringSeconds } = wish;
  const parts = [
    ...(count === 0 ? [] : [`${count > 0 ? 'thêm' : 'bớt'} ${Math.abs(count)} người từ ${from} đến ${to}`]),
    ...(calls === 100 ? [] : [`${calls > 100 ? 'thêm' : 'bớt'} ${Math.abs(calls - 100)} % cuộc gọi`]),
    ...(talk === 100 ? [] : [`nói ${talk > 100 ? 'lâu hơn' : 'ngắn hơn'} ${Math.abs(talk - 100)} %`]),
    ...(strategy === null ? [] : [`chia cuộc gọi kiểu “${strategies[strategy] ?? strategy}”`]),
    ...(ringSeconds === null ? [] : [`mỗi máy đổ chuông ${ringSeconds} giây`]),
  ];
  const words = parts.join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
