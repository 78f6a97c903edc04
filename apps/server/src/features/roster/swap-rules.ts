import { minutesOfShift, type RosterShift, type SwapState } from '@alo/contract';

/** Of whom something is said on a day: a shift by its id, or null for leave. */
export type RosterOf = (account: string, day: string) => string | null | undefined;

/** What the rules look at. */
export interface SwapWorld {
  readonly roster: RosterOf;
  readonly shifts: ReadonlyMap<string, RosterShift>;
  /** Team of each person who is in use; nothing of who is not. */
  readonly teams: ReadonlyMap<string, string | null>;
  /** The day of the company's clock, and minutes since its midnight. */
  readonly now: { readonly date: string; readonly minute: number };
}

export interface OfferedShift {
  readonly kind: 'give' | 'exchange';
  readonly state: SwapState;
  readonly offered_by: string;
  readonly day: string;
  readonly shift_id: string;
  readonly offered_to: string | null;
  readonly taken_by: string | null;
  readonly back_day: string | null;
  readonly back_shift_id: string | null;
}

/** Whether anything can still come of it. */
export const isGoing = ({ state }: Pick<OfferedShift, 'state'>): boolean =>
  state === 'open' || state === 'taken' || state === 'waiting';

/** Why nothing comes of an offer any more, in words; undefined of one that holds. */
export function whyVoid(swap: OfferedShift, world: SwapWorld): string | undefined {
  const { offered_by: giver, day, shift_id: shift, taken_by: taker, back_day: backDay, back_shift_id: back } = swap;
  const team = world.teams.get(giver);
  if (team === undefined) return 'Người nhượng ca không còn tài khoản đang dùng';
  if (world.roster(giver, day) !== shift) return 'Ca đã được xếp lại';
  if (hasBegun(day, shift, world)) return 'Ca đã bắt đầu mà chưa xong thủ tục';
  for (const other of [swap.offered_to, taker]) {
    if (other !== null && (team === null || world.teams.get(other) !== team)) return 'Hai người không còn cùng nhóm';
  }
  if (taker === null) return undefined;
  return whyNotTaken(
    { swap, taker, back: backDay === null || back === null ? null : { day: backDay, shift: back } },
    world,
  );
}

/** Why somebody cannot take it, for one of their own shifts or for none; undefined where they can. */
export function whyNotTaken(
  {
    swap: { kind, offered_by: giver, day, shift_id: shift },
    taker,
    back,
  }: {
    readonly swap: OfferedShift;
    readonly taker: string;
    readonly back: { readonly day: string; readonly shift: string } | null;
  },
  world: SwapWorld,
): string | undefined {
  if (kind === 'exchange' && back === null) return 'Hãy chọn ca của bạn để đổi lại';
  if (back !== null) {
    if (world.roster(taker, back.day) !== back.shift) return 'Ca đổi lại đã được xếp lại';
    if (hasBegun(back.day, back.shift, world)) return 'Ca đổi lại đã bắt đầu';
  }
  const isSameDay = back?.day === day;
  const busy = (account: string, on: string) => !isSameDay && world.roster(account, on) !== undefined;
  if (busy(taker, day)) return 'Người nhận đã có ca hoặc nghỉ phép ngày đó';
  if (back !== null && busy(giver, back.day)) return 'Người nhượng đã có ca hoặc nghỉ phép ngày đổi lại';
  if (runsInto(taker, { day, shift }, { world, without: back?.day }))
    return 'Ca nhận chồng lên ca hôm trước hoặc hôm sau';
  if (back !== null && runsInto(giver, back, { world, without: day }))
    return 'Ca đổi lại chồng lên ca hôm trước hoặc hôm sau của người nhượng';
  return undefined;
}

function hasBegun(day: string, shift: string, { shifts, now }: SwapWorld): boolean {
  const hours = shifts.get(shift);
  return hours === undefined || day < now.date || (day === now.date && now.minute >= minutesOfShift(hours).from);
}

/** Whether a shift that somebody gets lies upon their shift of the day before or after, a day that they give away left out. */
function runsInto(
  account: string,
  { day, shift }: { readonly day: string; readonly shift: string },
  { world: { roster, shifts }, without }: { readonly world: SwapWorld; readonly without: string | undefined },
): boolean {
  const got = shifts.get(shift);
  if (got === undefined) return true;
  const { from, to } = minutesOfShift(got);
  return [-1, 1].some((days) => {
    const beside = new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    const its = beside === without ? undefined : shifts.get(roster(account, beside) ?? '');
    if (its === undefined) return false;
    const there = minutesOfShift(its);
    return there.from + days * dayMinutes < to && from < there.to + days * dayMinutes;
  });
}

const dayMinutes = 1_440;
