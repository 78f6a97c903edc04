import { canonicalForm } from '../board/caller-id.ts';
import { classOf } from '../board/destination-class.ts';
import type { CallId, Cause, Origin, TrunkId } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { note, personAt, type Turn } from '../turn/turn.ts';
import { raiseAlarm } from './alarm.ts';
import { type LimitReason, whyNoRoom } from './limit-reasons.ts';
import {
  channelsAt,
  company,
  extensionUsageKey,
  numberUsageKey,
  shareUsageKey,
  trunkUsageKey,
  usageAt,
} from './usage-count.ts';

/** Whether a call that begins here is taken: the cause by which it is refused, and null where it is not. */
export function whyNotTaken(turn: Turn, call: CallId, origin: Origin, dialled: string): Cause | null {
  if (origin.kind === 'trunk') {
    const number = numberRoom(turn, canonicalForm(dialled));
    return refusedBy(turn, call, [...companyRoom(turn), ...trunkRoom(turn, origin.trunk, call), ...number]);
  }
  if (isEmergency(turn, dialled)) return null;
  return refusedBy(turn, call, [...companyRoom(turn), ...extensionRoom(turn, call, origin.extension)]);
}

/** The same for a call that we make for somebody, in words for them. */
export function whyNotBegun(turn: Turn, call: CallId, extension: string, dialled: string): LimitReason | null {
  if (isEmergency(turn, dialled)) return null;
  return [...companyRoom(turn), ...extensionRoom(turn, call, extension)][0]?.limited ?? null;
}

/** What has no channel for one more call over a trunk: the trunk, or the share of its carrier. */
export const whyNoChannel = (turn: Turn, trunk: TrunkId): Refused | null => trunkRoom(turn, trunk)[0] ?? null;

/** May one more conversation use one of our numbers? */
export const whyNumberFull = (turn: Turn, number: string): LimitReason | null =>
  numberRoom(turn, number)[0]?.limited ?? null;

type Refused = { readonly of: string; readonly limited: LimitReason };

/** Nothing holds up a call to an emergency number. */
export const isEmergency = (turn: Turn, dialled: string): boolean =>
  classOf(canonicalForm(dialled), turn.plan.limits.homeArea) === 'emergency';

function companyRoom(turn: Turn): readonly Refused[] {
  const { closedFrom } = turn.plan.limits;
  if (closedFrom !== undefined && turn.at >= closedFrom) {
    return [
      { of: company, limited: { cause: 'forbidden', words: 'Doanh nghiệp đã hết hạn dùng thử: không gọi được nữa' } },
    ];
  }
  const limited = whyNoRoom('Doanh nghiệp', usageAt(turn, company), turn.plan.limits, turn.at);
  return limited === null ? [] : [{ of: company, limited }];
}

function extensionRoom(turn: Turn, call: CallId, extension: string): readonly Refused[] {
  const { extensionCalls: calls, extensionCallsPerSecond: callsPerSecond } = turn.plan.limits;
  const now = new Set(
    personAt(turn, extension)
      .legs.map((leg) => leg.call)
      .filter((id) => id !== call),
  ).size;
  const usage = { ...usageAt(turn, extensionUsageKey(extension)), now };
  const limited = whyNoRoom(`Máy nhánh ${extension}`, usage, { calls, callsPerSecond }, turn.at);
  return limited === null ? [] : [{ of: extensionUsageKey(extension), limited }];
}

/** Of the trunk itself, and of what the operator gave of its carrier. `besides` is the call that asks. */
function trunkRoom(turn: Turn, trunk: TrunkId, besides?: CallId): readonly Refused[] {
  const plan = lookUp(turn.plan.trunks, trunk);
  if (plan === undefined) return [];
  const { share } = plan;
  const ceilings = [
    { of: trunkUsageKey(trunk), words: `Đường truyền “${plan.name}”`, ...plan },
    ...(share === undefined
      ? []
      : [
          {
            of: shareUsageKey(share.id),
            words: `Phần được giao của nhà mạng “${share.name}”`,
            calls: share.calls,
            callsPerSecond: null,
          },
        ]),
  ];
  return ceilings.flatMap(({ of, words, ...ceiling }) => {
    const limited = whyNoRoom(words, channelsAt(turn, of, besides), ceiling, turn.at);
    return limited === null ? [] : [{ of, limited }];
  });
}

function numberRoom(turn: Turn, number: string): readonly Refused[] {
  const plan = lookUp(turn.plan.numbers, number);
  if (plan?.calls === undefined) return [];
  const ceiling = { calls: plan.calls, callsPerSecond: null };
  const limited = whyNoRoom(`Đầu số “${plan.name}”`, usageAt(turn, numberUsageKey(number)), ceiling, turn.at);
  return limited === null ? [] : [{ of: numberUsageKey(number), limited }];
}

function refusedBy(turn: Turn, call: CallId, [first]: readonly Refused[]): Cause | null {
  if (first === undefined) return null;
  refuseByLimit(turn, call, first.of, first.limited);
  return first.limited.cause;
}

/** Writes down that a limit refused a call, and alarms the people who run the company. */
export function refuseByLimit(turn: Turn, call: CallId, of: string, { words }: LimitReason): void {
  // A trunk and a number of ours have limits of their own.
  const isTheCompanys = of === company || of.startsWith(extensionUsageKey(''));
  note(turn, call, 'limit', words, isTheCompanys ? { limits: 'company' } : {});
  raiseAlarm(turn, { kind: 'limit', of, words });
}
