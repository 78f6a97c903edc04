import { Button } from '@alo/ui';

import { useShown } from '../kit/browser/shared-value.ts';
import { Failed } from '../kit/zone/failed.tsx';
import { type Phone, useSnapshotOf } from './model/phone-context.ts';
import type { PagePhone } from './page-phone.ts';
import window from './window/call-window.module.css';
import styles from './window/dock.module.css';
import notices from './window/notice.module.css';

/** What shows the phone has failed. A call goes on behind it, and can be muted and ended here. */
export const PhoneFailed = ({ page, onRetry }: { page: PagePhone; onRetry: () => void }) => (
  <div className={styles.dock}>
    <CallWindowFailed phone={useShown(page.controller)} onRetry={onRetry} />
  </div>
);

/** The same where the window stood. */
export function CallWindowFailed({ phone, onRetry }: { phone: Phone | null; onRetry: () => void }) {
  const { call } = useSnapshotOf(phone).state;
  return (
    <section data-phone className={window.window} aria-label="Điện thoại" data-status={call.status}>
      <div className={notices.line}>
        <Failed name="Cửa sổ gọi" onRetry={onRetry} />
        {call.status !== 'idle' && (
          <>
            <p>Cuộc gọi vẫn tiếp tục.</p>
            {call.status === 'connected' && (
              <Button aria-pressed={call.muted} onClick={() => phone?.do({ type: 'mute', on: !call.muted })}>
                Tắt tiếng
              </Button>
            )}
            <Button look="danger" onClick={() => phone?.do({ type: 'hang-up' })}>
              Kết thúc
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
