import { campaignMessageFile, getCampaignMessage, speakCampaignMessage } from '@alo/contract';
import { Button, IconAlertTriangle, Quiet } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { FilePlayer } from '../../domain/sound/file-player.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './call-page.module.css';

/** What the customer who is called first hears, in words and by ear. */
export function HeardMessage({ id }: { id: string }) {
  const { api, changes, toasts } = useConsole();
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(useRead()(getCampaignMessage, { params: { id } }));
  if (data === undefined || data.parts.length === 0) return null;
  const { customer, parts, missing, silent, without, duration_ms: ms } = data;
  const speak = async () => {
    setBusy(true);
    try {
      await api(speakCampaignMessage, { params: { id }, body: {} });
      await changes.stale('campaign');
    } catch (error) {
      toasts.show({ key: 'campaign-speech', kind: 'error', ...explain(error) });
    } finally {
      setBusy(false);
    }
  };
  const isWhole = customer !== null && missing.length === 0;
  return (
    <section className={styles.before} aria-label="Khách nghe gì">
      <h3>{customer === null ? 'Khách nghe gì' : `${customer.name} nghe gì`}</h3>
      <p>{parts.map(({ kind, text }) => (kind === 'sound' ? `[${text}]` : text)).join(' ')}</p>
      {customer === null && <Quiet size="body">Thêm khách vào chiến dịch để nghe thử với tên và số của họ.</Quiet>}
      {without > 0 && (
        <p>
          <IconAlertTriangle aria-hidden /> {count(without)} khách thiếu thông tin mà thông điệp đọc
          {missing.length > 0 && ` (${missing.map((name) => `“${name}”`).join(', ')})`}: không gọi họ.
        </p>
      )}
      {isWhole && silent === 0 && (
        <div className={styles.buttons}>
          <FilePlayer load={() => api.file(campaignMessageFile, { params: { id }, query: {} })} />
          <Quiet size="body">{Math.max(1, Math.round(ms / 1000))} giây</Quiet>
        </div>
      )}
      {isWhole && silent > 0 && may(speakCampaignMessage.access) && (
        <div className={styles.buttons}>
          <Button busy={busy} onClick={() => void speak()}>
            Cho máy đọc để nghe thử
          </Button>
        </div>
      )}
    </section>
  );
}
