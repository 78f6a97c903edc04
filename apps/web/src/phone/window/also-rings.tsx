import { hangUpCall } from '@alo/contract';
import { Button } from '@alo/ui';

import { useMyCalls } from '../../domain/calls/use-my-calls.ts';
import { nameOf } from '../control/parties.tsx';
import { useCallControl } from '../control/use-call-control.ts';
import styles from './notice.module.css';

/** A desk phone with call waiting rings while one talks: who it is, and a way not to take them. */
export function AlsoRings() {
  const { ringing } = useMyCalls();
  const { ask, busy } = useCallControl();
  return (
    <div role="status">
      {ringing.map(({ id, party }) => (
        <div key={id} className={styles.notice}>
          <div>
            <p className={styles['notice-text']}>Cuộc gọi khác đang đổ chuông</p>
            <p>{nameOf(party)}</p>
          </div>
          <Button size="sm" disabled={busy} onClick={() => void ask(hangUpCall, { params: { id }, body: {} })}>
            Từ chối
          </Button>
        </div>
      ))}
    </div>
  );
}
