import { carrierByPrefix, matchesPattern, parsePhone } from '@alo/phone-number';
import type { Attempt } from '../board/activity.ts';
import { canonicalForm, nationalForm } from '../board/caller-id.ts';
import { classOf, classWords } from '../board/destination-class.ts';
import type { OutboundRule, RoutingPlan } from '../board/plan.ts';
import type { CallId, Cause, Instant, TrunkId } from '../board/vocabulary.ts';
import { read } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { refuseByLimit, whyNoChannel, whyNumberFull } from '../limits/admission.ts';
import { type LimitReason, whyClassClosed, whyNotOut } from '../limits/limit-reasons.ts';
import {
  company,
  countAttempt,
  extensionUsageKey,
  localMinuteOf,
  numberUsageKey,
  usageAt,
} from '../limits/usage-count.ts';
import { amend, callAt, note, type Turn } from '../turn/turn.ts';
import { blockedBecause } from './block-list.ts';
import { outboundCandidates } from './rule-index.ts';

/** A customer's phone rings at most this long; most carriers give up earlier. */
export const outsideRingMs = 60_000;

/** Who wants to call whom. */
export type OutboundWish = {
  /** The extension whose rights count; null is the tenant itself, for which only rules for everybody are. */
  readonly by: string | null;
  /** Canonical. */
  readonly number: string;
  /** Which number is shown instead of the rule's. */
  readonly showing: string | null;
};

/** Block list, then the first outbound rule for this number and extension. Without one it is not allowed. */
export function waysOut(
  turn: Turn,
  call: CallId,
  { by, number, showing }: OutboundWish,
): { readonly ways: readonly Attempt[] } | { readonly ways: null; readonly cause: Cause } {
  const reason = blockedBecause(turn.plan.blockedNumbers, number, turn.at);
  if (reason !== null) {
    note(turn, call, 'block-list', `Số cần gọi nằm trong danh sách chặn gọi ra: ${reason}`, { number });
    return { ways: null, cause: 'blocked' };
  }
  const right = by === null ? null : whyNoRight(turn.plan, by, number);
  if (right !== null) {
    note(turn, call, 'rule', right, { number });
    return { ways: null, cause: 'forbidden' };
  }
  const national = nationalForm(number);
  const { rules, passedOver } = outboundCandidates(turn.plan.outboundRules, national);
  if (passedOver > 0) note(turn, call, 'rule', `Bỏ qua ${passedOver} quy tắc gọi ra: khác mẫu số`);
  const rule = rules.find((candidate) => fits(turn, call, candidate, national, by));
  if (rule === undefined || rule.routes.length === 0) {
    note(turn, call, 'rule', 'Không có quy tắc gọi ra nào cho phép cuộc gọi này');
    return { ways: null, cause: 'forbidden' };
  }
  const allowed = inOrder(turn.plan, rule, by, number).filter((route) => isForRoute(turn.plan, route, by, number));
  noteUnproven(turn, call, rule, allowed);
  const [first] = allowed;
  if (first === undefined) {
    note(turn, call, 'rule', `Không được gọi ra bằng đầu số nào của quy tắc “${rule.name}”`);
    return { ways: null, cause: 'forbidden' };
  }
  const closed = whyClosed(turn, by, number);
  if (closed !== null) {
    refuseByLimit(turn, call, by === null ? company : extensionUsageKey(by), closed);
    return { ways: null, cause: closed.cause };
  }
  const sent = rule.prepend + national.slice(rule.strip);
  const shown = showing ?? first.callerNumber;
  const ours = allowed.filter((route) =>
    [canonicalForm(route.callerNumber), ownNumber(route)].includes(canonicalForm(shown)),
  );
  // One of the tenant's own numbers goes out over the trunk that it belongs to, in the form that the carrier knows.
  const fitting = showing === null || ours.length === 0 ? allowed : ours;
  const routes = withRoom(turn, call, fitting, number);
  if (routes.length === 0) return { ways: null, cause: 'limit' };
  const asShown = ours.length === 0 ? showing : null;
  note(turn, call, 'rule', `Quy tắc gọi ra “${rule.name}” khớp`, {
    sent,
    trunks: routes.map((route) => route.trunk).join(', '),
    callerNumber: shown,
  });
  if (callAt(turn, call).direction === 'outbound') {
    amend(turn, call, { serviceNumber: showing === null ? ownNumber(first) : canonicalForm(shown) });
  }
  // Nothing ends an emergency.
  const isUrgent = classOf(number, turn.plan.limits.homeArea) === 'emergency';
  const { toBots } = callAt(turn, call);
  if (toBots) note(turn, call, 'rule', 'Cuộc gọi chạy thử: khách thử nghe máy thay cho người được gọi');
  const mostMinutes = isUrgent ? undefined : rule.mostMinutes;
  if (mostMinutes !== undefined) {
    note(turn, call, 'limit', `Quy tắc gọi ra “${rule.name}”: cuộc gọi kết thúc sau ${mostMinutes} phút`);
  }
  return {
    ways: routes.map(({ trunk, callerNumber }) => ({
      to: { kind: 'trunk', trunk, number: sent, ...(toBots && { toBots }) },
      callerId: { number: (passes(turn, call, trunk, asShown) ? asShown : null) ?? callerNumber, name: '' },
      number,
      ...(mostMinutes !== undefined && { mostMinutes }),
    })),
  };
}

type Route = OutboundRule['routes'][number];

/** The number that this person shows goes first, then those in the network of the called party, where the rule says so. */
function inOrder(plan: RoutingPlan, rule: OutboundRule, by: string | null, number: string): readonly Route[] {
  const own = by === null ? undefined : lookUp(plan.extensions, by)?.shows;
  const read = parsePhone(number);
  const theirs = rule.prefersSameCarrier === true && read.ok ? carrierByPrefix(read.phone) : null;
  const rank = (route: Route) =>
    own !== undefined && ownNumber(route) === own ? 0 : theirs !== null && route.carrier === theirs ? 1 : 2;
  return rule.routes.toSorted((a, b) => rank(a) - rank(b));
}

/** The reason, in words, where this person may not call such numbers though the company may. Emergency numbers always may be called. */
export function whyNoRight(plan: RoutingPlan, by: string, number: string): string | null {
  const rights = lookUp(plan.extensions, by)?.rights;
  const to = classOf(number, plan.limits.homeArea);
  if (rights === undefined || to === 'emergency' || rights.includes(to)) return null;
  return `Máy nhánh ${by} không được gọi ${classWords[to]}`;
}

/** Why the company's limits do not let this number be called now. Each attempt is counted. */
function whyClosed(turn: Turn, by: string | null, number: string): LimitReason | null {
  countAttempt(turn, by, number);
  const { limits } = turn.plan;
  const extension = by === null ? null : usageAt(turn, extensionUsageKey(by));
  return whyNotOut(limits, {
    number,
    minute: localMinuteOf(turn),
    at: turn.at,
    company: usageAt(turn, company),
    extension,
  });
}

/** Routes whose trunk has a channel, those behind the others whose carrier is known to be away. Nothing holds up an emergency. */
function withRoom(turn: Turn, call: CallId, routes: readonly Route[], number: string): readonly Route[] {
  const urgent = classOf(number, turn.plan.limits.homeArea) === 'emergency';
  const free = routes.filter((route) => {
    if (urgent) return true;
    const { trunk } = route;
    const [noChannel, full] = [whyNoChannel(turn, trunk), whyNumberFull(turn, ownNumber(route))];
    if (noChannel !== null) refuseByLimit(turn, call, noChannel.of, noChannel.limited);
    else if (full !== null) refuseByLimit(turn, call, numberUsageKey(ownNumber(route)), full);
    return noChannel === null && full === null;
  });
  const isAway = ({ trunk }: Route) => read(turn.trunks, trunk)?.state === 'down';
  const away = free.filter(isAway);
  const there = free.filter((route) => !isAway(route));
  if (away.length > 0 && there.length > 0) {
    const names = away.map(({ trunk }) => lookUp(turn.plan.trunks, trunk)?.name ?? trunk).join(', ');
    note(turn, call, 'rule', `Đường truyền đang mất kết nối, để sau cùng: ${names}`);
  }
  return [...there, ...away];
}

/** Only our own numbers are shown outside, but where a carrier takes others. Whoever tries a way out has chosen who calls. */
function passes(turn: Turn, call: CallId, trunk: TrunkId, shown: string | null): boolean {
  if (shown === null) return false;
  if (callAt(turn, call).purpose === 'test') {
    note(turn, call, 'rule', 'Cuộc gọi thử không hiện số của “khách” ra ngoài, hiện đầu số của doanh nghiệp');
    return false;
  }
  const plan = lookUp(turn.plan.trunks, trunk);
  if (plan?.passesCallers === true) return true;
  note(
    turn,
    call,
    'rule',
    `Đường truyền “${plan?.name ?? trunk}” không hiện số của khách, hiện đầu số của doanh nghiệp`,
  );
  return false;
}

/** Whether somebody may call a number, without trying. */
export function mayCallOut(plan: RoutingPlan, by: string, number: string, at: Instant): boolean {
  if (blockedBecause(plan.blockedNumbers, number, at) !== null) return false;
  if (whyNoRight(plan, by, number) !== null) return false;
  if (whyClassClosed(plan.limits, number) !== null) return false;
  const national = nationalForm(number);
  const hasRoute = ({ routes }: OutboundRule) =>
    routes.length === 0 || routes.some((route) => isForRoute(plan, route, by, number));
  return outboundCandidates(plan.outboundRules, national).rules.some(
    (rule) => matchesPattern(national, rule.pattern) && isFor(plan, rule, by) && hasRoute(rule),
  );
}

/** Which of our numbers a route shows. */
const ownNumber = ({ callerNumber, number }: Route): string => number ?? canonicalForm(callerNumber);

/** Who may show a number of ours: one for everybody is for the tenant itself, too. Nothing holds up an emergency. */
function isForRoute(plan: RoutingPlan, route: Route, by: string | null, number: string): boolean {
  const callers = lookUp(plan.numbers, ownNumber(route))?.callers;
  if (callers === undefined || classOf(number, plan.limits.homeArea) === 'emergency') return true;
  return by !== null && callers.includes(by);
}

/** Says which numbers of a rule are not shown because nobody has proven that they are the tenant's. */
function noteUnproven(turn: Turn, call: CallId, rule: OutboundRule, allowed: readonly Route[]): void {
  const unproven = rule.routes
    .filter((route) => !allowed.includes(route) && lookUp(turn.plan.numbers, ownNumber(route))?.unproven === true)
    .map((route) => nationalForm(ownNumber(route)));
  if (unproven.length === 0) return;
  const numbers = [...new Set(unproven)].join(', ');
  note(turn, call, 'rule', `Đầu số ${numbers} chưa được xác minh nên chưa được hiện cho người được gọi`);
}

/** Rules for everybody are for the tenant itself, too. */
function isFor(plan: RoutingPlan, { extensions, groups = [] }: OutboundRule, by: string | null): boolean {
  if (extensions === 'all') return true;
  if (by === null) return false;
  const group = lookUp(plan.extensions, by)?.group;
  return extensions.includes(by) || (group !== undefined && groups.includes(group));
}

function fits(turn: Turn, call: CallId, rule: OutboundRule, national: string, by: string | null): boolean {
  const mismatch = !matchesPattern(national, rule.pattern)
    ? { words: 'khác mẫu số', detail: { pattern: rule.pattern } }
    : !isFor(turn.plan, rule, by)
      ? { words: by === null ? 'không dành cho mọi máy' : `máy nhánh ${by} không được dùng`, detail: {} }
      : null;
  if (mismatch === null) return true;
  note(turn, call, 'rule', `Quy tắc gọi ra “${rule.name}” không khớp: ${mismatch.words}`, mismatch.detail);
  return false;
}
