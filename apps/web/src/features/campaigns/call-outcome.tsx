import type { CampaignContact } from '@alo/contract';
import { Button, Quiet, Skeleton, TextAreaField } from '@alo/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useMay } from '../../kit/me/me.ts';
import styles from './call-page.module.css';
import type { useCalling } from './use-calling.ts';

const WrapUp = lazy(() => import('../../domain/outcomes/wrap-up.tsx'));

/** What came of a call of the campaign. It is said here where the call's card is not up: nobody answered, or the company has no pop-up. */
export function CampaignCallOutcome({
  contact,
  busy,
  kept,
  later,
  phone,
}: Pick<ReturnType<typeof useCalling>, 'busy' | 'kept' | 'later' | 'phone'> & {
  contact: Pick<CampaignContact, 'id' | 'attempts' | 'customer_id' | 'status'>;
}) {
  const may = useMay();
  const [note, setNote] = useState('');
  const asksOutcome = phone?.asksOutcome;
  useEffect(() => asksOutcome?.(), [asksOutcome]);
  if (phone?.cardShown === true) {
    return (
      <Quiet as="output" size="body">
        Đang gọi. Ghi kết quả ở thẻ khách hàng bên cạnh; đóng thẻ để ghi ở đây.
      </Quiet>
    );
  }
  // What `keepDisposition` asks for; the call itself comes with the form.
  if (!may('customer.update')) {
    return (
      <div className={styles.outcome}>
        <Quiet size="body">Bạn không có quyền ghi kết quả cuộc gọi.</Quiet>
        <div className={styles.buttons}>
          <Button size="lg" busy={busy === 'later'} onClick={() => void later()}>
            Khách tiếp theo
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.outcome}>
      <TextAreaField
        label="Ghi chú cuộc gọi"
        value={note}
        maxLength={5000}
        onChange={(event) => setNote(event.target.value)}
      />
      <Suspense fallback={<Skeleton width="100%" height={120} />}>
        <WrapUp
          session={`campaign ${contact.id} ${contact.attempts}`}
          customer={{ id: contact.customer_id, status: contact.status }}
          note={note}
          onTouched={() => undefined}
          onKept={kept}
          action="Lưu & khách tiếp theo"
        />
      </Suspense>
    </div>
  );
}
