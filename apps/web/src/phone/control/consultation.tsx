import { backToCall, completeTransfer, type MyCall, mergeCall, swapCall } from '@alo/contract';
import { Button, IconArrowMerge, IconCornerUpRight, IconSwitchHorizontal } from '@alo/ui';

import styles from './control.module.css';
import { nameOf } from './parties.tsx';
import { useCallControl } from './use-call-control.ts';

/** One talks to a colleague while the others hear music: connect them, change sides, bring all together, or go back. */
export function Consultation({ call }: { call: MyCall }) {
  const { ask, busy } = useCallControl();
  const given = { params: { id: call.id }, body: {} };
  const answered = call.parties.some(({ state }) => state === 'talking');
  const waiting = call.waiting.map(nameOf).join(', ');
  return (
    <section className={styles.consultation} aria-label="Đang hỏi ý kiến">
      <p>
        {answered ? 'Đang nói riêng với ' : 'Đang gọi '}
        <strong>{call.parties.map(nameOf).join(', ')}</strong>
        {waiting !== '' && <span className={styles.aside}>{waiting} đang chờ, nghe nhạc</span>}
      </p>
      <div className={styles.choices}>
        <Button
          look="primary"
          size="sm"
          icon={<IconCornerUpRight aria-hidden />}
          busy={busy}
          onClick={() => void ask(completeTransfer, given)}
        >
          Nối máy rồi rời đi
        </Button>
        <Button size="sm" disabled={busy} onClick={() => void ask(backToCall, given)}>
          Quay lại
        </Button>
        {answered && (
          <>
            <Button
              size="sm"
              icon={<IconSwitchHorizontal aria-hidden />}
              disabled={busy}
              onClick={() => void ask(swapCall, given)}
            >
              Đổi bên
            </Button>
            <Button
              size="sm"
              icon={<IconArrowMerge aria-hidden />}
              disabled={busy}
              onClick={() => void ask(mergeCall, given)}
            >
              Gộp tất cả
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
