import { matchesPattern } from '@alo/phone-number';
import type { Attempt } from '../call.ts';
import { canonicalForm, nationalForm } from '../caller-id.ts';
import type { Destination, OutboundRule } from '../plan.ts';
import { amend, note, type Turn } from '../turn.ts';
import { blockedBecause } from './block-list.ts';
import { offer } from './offer.ts';

/** A customer's phone rings at most this long; most carriers give up earlier. */
const outsideRingMs = 60_000;

/** A call to the outside: block list, then the first outbound rule for this number and extension. Without one it is not allowed. */
export function routeOutbound(turn: Turn, extension: string, customer: string): Destination | null {
  const reason = blockedBecause(turn.plan.blockedNumbers, customer);
  if (reason !== null) {
    note(turn, 'block-list', `Số cần gọi nằm trong danh sách chặn gọi ra: ${reason}`, { number: customer });
    return { kind: 'hang-up', cause: 'blocked' };
  }
  const national = nationalForm(customer);
  const rule = turn.plan.outboundRules.find((candidate) => fits(turn, candidate, national, extension));
  const [first] = rule?.routes ?? [];
  if (rule === undefined || first === undefined) {
    note(turn, 'rule', 'Không có quy tắc gọi ra nào cho phép cuộc gọi này');
    return { kind: 'hang-up', cause: 'forbidden' };
  }
  const number = rule.prepend + national.slice(rule.strip);
  note(turn, 'rule', `Quy tắc gọi ra “${rule.name}” khớp`, {
    sent: number,
    trunks: rule.routes.map((route) => route.trunk).join(', '),
    callerNumber: first.callerNumber,
  });
  amend(turn, { serviceNumber: canonicalForm(first.callerNumber) });
  const attempts = rule.routes.map(({ trunk, callerNumber }): readonly Attempt[] => [
    { to: { kind: 'trunk', trunk, number }, callerId: { number: callerNumber, name: '' } },
  ]);
  return offer(turn, { waves: attempts, ringMs: outsideRingMs, otherwise: null, readyOnly: false });
}

function fits(turn: Turn, rule: OutboundRule, national: string, extension: string): boolean {
  const mismatch = !matchesPattern(national, rule.pattern)
    ? { words: 'khác mẫu số', detail: { pattern: rule.pattern } }
    : rule.extensions !== 'all' && !rule.extensions.includes(extension)
      ? { words: `máy nhánh ${extension} không được dùng`, detail: {} }
      : null;
  if (mismatch === null) return true;
  note(turn, 'rule', `Quy tắc gọi ra “${rule.name}” không khớp: ${mismatch.words}`, mismatch.detail);
  return false;
}
