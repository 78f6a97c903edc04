import {
  type CampaignStatus,
  campaignGoesOn,
  campaignStatuses,
  campaigns as contract,
  type RowOf,
} from '@alo/contract';
import { Button, Dialog, DialogActions, Quiet } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './call-page.module.css';

const verbs: Readonly<Record<CampaignStatus, string>> = {
  draft: 'Đưa về khởi tạo',
  approved: 'Duyệt',
  running: 'Chạy',
  paused: 'Tạm dừng',
  ended: 'Kết thúc',
};

/** Where a campaign stands, who approved it, and what whoever looks may make of it. */
export function CampaignSteps({ row }: { row: RowOf<typeof contract> }) {
  const { api, toasts } = useConsole();
  const may = useMay();
  const [busy, setBusy] = useState<CampaignStatus>();
  const [ending, setEnding] = useState(false);
  const { id, status, approved_at: at, approved_name: by } = row;
  const mayApprove = may('campaign.approve');
  const ways = may(contract.update.access)
    ? campaignGoesOn[status].filter((to) => to === 'ended' || status !== 'draft' || mayApprove)
    : [];
  const go = async (to: CampaignStatus) => {
    setBusy(to);
    try {
      await api(contract.update, { params: { id }, body: { ...row, status: to } });
      toasts.show({ kind: 'success', text: `Chiến dịch ${campaignStatuses[to].toLowerCase()}` });
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    } finally {
      setBusy(undefined);
      setEnding(false);
    }
  };
  return (
    <>
      {at !== null && (
        <Quiet size="body">
          Duyệt lúc {dateTime(at)}
          {by !== null && ` · ${by}`}
        </Quiet>
      )}
      {ways.length > 0 && (
        <div className={styles.links}>
          {ways.map((to) => (
            <Button
              key={to}
              look={to === 'ended' ? 'danger-quiet' : 'default'}
              busy={busy === to}
              onClick={() => (to === 'ended' ? setEnding(true) : void go(to))}
            >
              {verbs[to]}
            </Button>
          ))}
        </div>
      )}
      {ending && (
        <Dialog opened onClose={() => setEnding(false)} title="Kết thúc chiến dịch?">
          <p>
            <b>{row.name}</b> không gọi ai nữa và không mở lại được. Danh sách khách và kết quả vẫn còn.
          </p>
          <DialogActions>
            <Button onClick={() => setEnding(false)}>Chưa kết thúc</Button>
            <Button look="danger" busy={busy === 'ended'} onClick={() => void go('ended')}>
              Kết thúc
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
