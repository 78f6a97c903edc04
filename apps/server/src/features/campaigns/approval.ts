import { type CampaignStatus, campaignGoesOn, campaignStatuses, type campaigns, type StoredRowOf } from '@alo/contract';

import type { Change } from '../../resource/resource.ts';

type Row = StoredRowOf<typeof campaigns>;

/** What was approved: whoever would change it approves again. */
const approved = [
  ...(['starts_on', 'ends_on', 'calls_from', 'calls_to', 'max_attempts', 'pause_minutes'] as const),
  ...(['script', 'outcome_required', 'member_ids', 'retries', 'caller_ids'] as const),
  ...(['caller_own_network', 'caller_calls', 'caller_minutes'] as const),
  ...(['mode', 'queue_id', 'lines_per_agent', 'wait_seconds', 'abandon_percent', 'machines'] as const),
  ...(['message', 'message_keys', 'lines', 'calls_per_hour'] as const),
] as const;

/** Why a campaign may not be changed so, by field; undefined where it may. `mayApprove` is of who changes it. */
export function whyNotSo(change: Change<Row>, mayApprove: boolean): Readonly<Record<string, string>> | undefined {
  switch (change.kind) {
    case 'deleted':
      return undefined;
    case 'created':
      // One that is brought from elsewhere may be anywhere on its way.
      return whyNotApproved('draft', statusOf(change.after), mayApprove);
    case 'updated': {
      const { before, after } = change;
      const [from, to] = [statusOf(before), statusOf(after)];
      return whyNotFrom(from, to, mayApprove) ?? whyNotChanged(before, after, mayApprove);
    }
    default:
      return change satisfies never;
  }
}

const statusOf = ({ status = 'draft' }: Row): CampaignStatus => status;

function whyNotFrom(from: CampaignStatus, to: CampaignStatus, mayApprove: boolean) {
  if (from === to) return undefined;
  if (!campaignGoesOn[from].includes(to)) {
    return { status: `Chiến dịch “${campaignStatuses[from]}” không chuyển sang “${campaignStatuses[to]}” được` };
  }
  return whyNotApproved(from, to, mayApprove);
}

const whyNotApproved = (from: CampaignStatus, to: CampaignStatus, mayApprove: boolean) =>
  from === 'draft' && to !== 'draft' && to !== 'ended' && !mayApprove
    ? { status: 'Bạn không có quyền duyệt chiến dịch' }
    : undefined;

function whyNotChanged(before: Row, after: Row, mayApprove: boolean) {
  // A draft is whoever's who changes it, also on its way to being approved, and back to being one.
  if (statusOf(before) === 'draft' || statusOf(after) === 'draft') return undefined;
  const isOther = (field: keyof Row) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const told = (fields: readonly (keyof Row)[], words: string) => {
    const faults = fields.filter(isOther).map((field) => [field, words] as const);
    return faults.length === 0 ? undefined : Object.fromEntries(faults);
  };
  if (statusOf(before) === 'ended') {
    return told(['kind', ...approved], 'Chiến dịch đã kết thúc, không sửa được nữa');
  }
  return (
    told(['kind'], 'Chiến dịch đã duyệt không đổi phân loại. Hãy đưa về “Khởi tạo” trước') ??
    (mayApprove ? undefined : told(approved, 'Chiến dịch đã duyệt: chỉ người có quyền duyệt mới sửa được'))
  );
}
