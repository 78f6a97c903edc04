import { hotlineCalls, hotlinesNow, type ResultOf } from '@alo/contract';
import { Skeleton, Status } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { clock, date } from '../../kit/format/time.ts';

type Way = ResultOf<typeof hotlinesNow>['data'][number];
type Calls = ResultOf<typeof hotlineCalls>['data'][number];

/** By the number’s id; undefined as long as nobody has said, or could not. */
interface Known {
  readonly ways: ReadonlyMap<string, Way> | undefined;
  readonly calls: ReadonlyMap<string, Calls> | undefined;
  readonly failed: boolean;
}

const HotlinesNow = createContext<Known>({ ways: undefined, calls: undefined, failed: false });

/** Who may not see calls hears of none. */
const againMs = 30_000;

/** What is going on with the numbers that are shown: where their calls go, and how many there are. */
export function AroundHotlines({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const read = useRead();
  const wanted = { enabled: ids.length > 0, placeholderData: keepPreviousData } as const;
  const query = { ids: ids.toSorted().join(',') };
  const ways = useQuery({
    ...read(hotlinesNow, { query }),
    ...wanted,
    // Again when the first of them changes.
    refetchInterval: ({ state }) => {
      const ends = state.data?.data.flatMap(({ hours }) => (hours?.until ? [Date.parse(hours.until)] : [])) ?? [];
      return Math.max(1_000, Math.min(againMs, ...ends.map((at) => at - Date.now())));
    },
  });
  const calls = useQuery({ ...read(hotlineCalls, { query }), ...wanted, refetchInterval: againMs });
  const known = {
    ways: ways.data && new Map(ways.data.data.map((one) => [one.id, one])),
    calls: calls.data && new Map(calls.data.data.map((one) => [one.id, one])),
    failed: ways.error !== null || calls.error !== null,
  };
  return <HotlinesNow value={known}>{children}</HotlinesNow>;
}

/** While it is on its way, and where it did not come. */
function Missing() {
  return use(HotlinesNow).failed ? <span>Chưa rõ</span> : <Skeleton width={90} />;
}

export function PlaceNow({ id }: { id: string }) {
  const { ways } = use(HotlinesNow);
  const way = ways?.get(id);
  if (way === undefined) return <Missing />;
  return way.rule === '' ? <Status tone="bad">{way.place}</Status> : <span title={way.way}>{way.place}</span>;
}

export function HoursNow({ id }: { id: string }) {
  const { ways } = use(HotlinesNow);
  const way = ways?.get(id);
  if (way === undefined) return <Missing />;
  if (way.hours === null) return way.rule === '' ? '–' : 'Cả ngày đêm';
  const { name, inside, by_hand: byHand, until } = way.hours;
  const words = [
    inside ? 'Trong giờ' : 'Ngoài giờ',
    byHand ? ' (đặt tay)' : '',
    until === null ? '' : ` đến ${moment(until)}`,
  ];
  return (
    <span title={name}>
      <Status tone={inside ? 'ready' : 'offline'}>{words.join('')}</Status>
    </span>
  );
}

export function CallsToday({ id }: { id: string }) {
  const { calls } = use(HotlinesNow);
  const its = calls?.get(id);
  if (its === undefined) return <Missing />;
  return `${count(its.inbound_today)} (${count(its.inbound_answered_today)} gặp)`;
}

export function CallsAtOnce({ id }: { id: string }) {
  const its = use(HotlinesNow).calls?.get(id);
  if (its === undefined) return <Missing />;
  return count(its.calls_now);
}

export function BothWaysToday({ id }: { id: string }) {
  const its = use(HotlinesNow).calls?.get(id);
  return its === undefined
    ? null
    : `Hôm nay: ${count(its.inbound_today)} cuộc gọi vào, ${count(its.outbound_today)} cuộc gọi ra.`;
}

/** The whole way, in the row’s drawer. */
export function WayNow({ id }: { id: string }) {
  const way = use(HotlinesNow).ways?.get(id);
  return way === undefined || way.rule === '' ? null : `${way.rule} → ${way.way}`;
}

/** `17:00`, or with its day where that is another one: `08:00 27/11`. */
const moment = (at: string) => (date(at) === date(Date.now()) ? clock(at) : `${clock(at)} ${date(at).slice(0, 5)}`);
