import { isAsleep, isVoiceless, type Person } from './person.ts';
import type { ExtensionPlan } from './plan.ts';
import type { Staffing } from './queue-plan.ts';
import type { Instant, TimerId } from './vocabulary.ts';
import { owesOutcome } from './wrap-up.ts';

/** Where a member stands with a queue: `free` can be rung, everything else says why not. */
export type Standing =
  | 'free'
  | 'not-joined'
  | 'off'
  | 'off-shift'
  | 'no-phone'
  | 'no-microphone'
  | 'asleep'
  | 'do-not-disturb'
  | 'on-a-call'
  | 'wrapping-up'
  | 'on-a-break'
  | 'paused'
  | 'resting';

/** The state of one member that a queue keeps. */
export type Membership = {
  /** Place in the queue's list of members, from 0. */
  readonly place: number;
  readonly joined: boolean;
  /** `byItself`: after too many calls that were not answered. */
  readonly pause: { readonly reason: string | null; readonly byItself: boolean; readonly since: Instant } | null;
  /** Calls in a row that were not answered. */
  readonly missed: number;
  /** When the person last went to the back: joined, came back from a pause, or did not take a call. */
  readonly backSince: Instant;
  /** Not asked again before it runs out. */
  readonly restTimer: TimerId | null;
  /** Since when the person has been busy with a call of this queue, until what comes after it is done. */
  readonly servingSince: Instant | null;
  readonly answeredToday: number;
  /** The queue goes by the roster, and it is not this person's shift. */
  readonly offShift?: boolean;
  readonly standing: Standing;
};

/**
 * The first reason that keeps a member from being rung, those that last longest first. The clock is not asked: what ends
 * with time ends with a timer.
 */
export function standingOf(
  person: Person,
  member: Pick<Membership, 'joined' | 'pause' | 'restTimer' | 'offShift'>,
  { doNotDisturb = false }: Pick<ExtensionPlan, 'doNotDisturb'>,
): Standing {
  if (!member.joined) return 'not-joined';
  if (person.activity === 3) return 'off';
  if (member.offShift === true) return 'off-shift';
  if (member.pause !== null) return 'paused';
  if (doNotDisturb) return 'do-not-disturb';
  if (person.contacts.length === 0) return 'no-phone';
  if (isVoiceless(person)) return 'no-microphone';
  if (person.legs.length > 0) return 'on-a-call';
  if (person.activity === 2) return 'on-a-break';
  if (isAsleep(person)) return 'asleep';
  if (person.wrapUpUntil !== null) return 'wrapping-up';
  if (member.restTimer !== null) return 'resting';
  return 'free';
}

/** A standing in words, as an answer to "vì sao tôi không có cuộc gọi?". How long it still lasts runs on a screen beside them. */
export function standingWords(
  standing: Standing,
  person: Person,
  member: Pick<Membership, 'pause' | 'missed'>,
): string {
  switch (standing) {
    case 'free':
      return 'đang rảnh';
    case 'not-joined':
      return 'chưa vào hàng đợi';
    case 'off':
      return 'đang ngoại tuyến';
    case 'off-shift':
      return 'ngoài ca trực';
    case 'paused':
      return member.pause?.byItself === true
        ? `tự động tạm dừng sau ${member.missed} cuộc không nghe`
        : `tạm dừng trong hàng đợi${because(member.pause?.reason ?? null)}`;
    case 'no-phone':
      return 'điện thoại chưa đăng ký';
    case 'no-microphone':
      return 'trình duyệt không có micro dùng được';
    case 'on-a-call':
      return 'đang có cuộc gọi';
    case 'on-a-break':
      return `đang bận/nghỉ${because(person.reason)}`;
    case 'asleep':
      return 'trình duyệt đang ngủ';
    case 'do-not-disturb':
      return 'đang đặt không làm phiền';
    case 'wrapping-up':
      return owesOutcome(person.writesUp) ? 'chưa ghi kết quả cuộc gọi vừa rồi' : 'đang xử lý sau cuộc gọi';
    case 'resting':
      return 'vừa không nhận một cuộc gọi, được mời lại sau giây lát';
    default:
      return standing satisfies never;
  }
}

function because(reason: string | null): string {
  return reason === null || reason === '' ? '' : `: ${reason}`;
}

/** The number of members in each standing. */
export type Tally = Readonly<Record<Standing, number>>;

export const emptyTally: Tally = {
  free: 0,
  'not-joined': 0,
  off: 0,
  'off-shift': 0,
  'no-phone': 0,
  'no-microphone': 0,
  asleep: 0,
  'do-not-disturb': 0,
  'on-a-call': 0,
  'wrapping-up': 0,
  'on-a-break': 0,
  paused: 0,
  resting: 0,
};

/** One member moved from one standing to another; null is not a member before or after. */
export function recount(tally: Tally, from: Standing | null, to: Standing | null): Tally {
  if (from === to) return tally;
  // What an older version counted does not know every standing.
  const counted = { ...emptyTally, ...tally };
  return {
    ...counted,
    ...(from === null ? {} : { [from]: counted[from] - 1 }),
    ...(to === null ? {} : { [to]: counted[to] + 1 }),
  };
}

/** Members who take calls now, or will as soon as they have finished what they do. */
export function readyIn(tally: Tally): number {
  return tally.free + tally['on-a-call'] + tally['wrapping-up'] + tally.resting;
}

/** Members who have not come, have gone, or are not on shift. */
function absentIn(tally: Tally): number {
  // What an older version counted does not know every standing.
  const counted = { ...emptyTally, ...tally };
  return counted['not-joined'] + counted.off + counted['off-shift'];
}

/** Whether the queue has whom a rule asks for. */
export function isStaffed(tally: Tally, wanted: Staffing): boolean {
  switch (wanted) {
    case 'anything':
      return true;
    case 'somebody-joined':
      return Object.values(tally).reduce((sum, count) => sum + count, 0) > absentIn(tally);
    case 'somebody-ready':
      return readyIn(tally) > 0;
    case 'somebody-free':
      return tally.free > 0;
    default:
      return wanted satisfies never;
  }
}

/** The reasons why members are not free, as one line of the trace: `3 đang có cuộc gọi, 1 đang ngoại tuyến`. */
export function tallyWords(tally: Tally | null): string {
  if (tally === null) return '';
  const words: readonly (readonly [Standing, string])[] = [
    ['on-a-call', 'đang có cuộc gọi'],
    ['wrapping-up', 'đang xử lý sau cuộc gọi'],
    ['resting', 'vừa không nhận cuộc gọi'],
    ['on-a-break', 'đang bận/nghỉ'],
    ['paused', 'tạm dừng'],
    ['do-not-disturb', 'không làm phiền'],
    ['asleep', 'trình duyệt đang ngủ'],
    ['no-microphone', 'không có micro'],
    ['no-phone', 'điện thoại chưa đăng ký'],
    ['off-shift', 'ngoài ca trực'],
    ['off', 'ngoại tuyến'],
    ['not-joined', 'chưa vào hàng đợi'],
  ];
  return words.flatMap(([standing, said]) => (tally[standing] > 0 ? [`${tally[standing]} ${said}`] : [])).join(', ');
}
