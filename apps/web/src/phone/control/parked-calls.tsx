import { fetchParked, type ParkedCallRow } from '@alo/contract';
import { Button, IconPhoneCall } from '@alo/ui';
import { useState } from 'react';

import { usePhoneContext, usePhoneSnapshot } from '../model/phone-context.ts';
import { useParkedCalls } from '../model/use-parked-calls.ts';
import { Timer } from '../window/timer.tsx';
import styles from './parked-calls.module.css';
import { nameOf } from './parties.tsx';
import { useCallControl } from './use-call-control.ts';

/** Who waits in a parking place, where, since when and left by whom: one click takes them. Nothing where nobody does. */
export function ParkedCalls() {
  const parked = useParkedCalls();
  if (parked.length === 0) return null;
  return (
    <section className={styles.parked} aria-label="Khách ở ô đỗ">
      <h3>Đang chờ ở ô đỗ</h3>
      <ul>
        {parked.map((one) => (
          <Parked key={one.call_id} {...one} />
        ))}
      </ul>
    </section>
  );
}

function Parked({ slot, party, by, since }: ParkedCallRow) {
  const { dial, extension } = usePhoneContext();
  const { call } = usePhoneSnapshot().state;
  const { ask, busy } = useCallControl();
  const [taking, setTaking] = useState(false);
  /** An idle phone calls the place, which answers at once. Beside a conversation the switchboard rings it, or says why it cannot. */
  const take = async () => {
    setTaking(true);
    if (call.status === 'idle') await dial(slot);
    else await ask(fetchParked, { params: { slot }, body: {} });
    setTaking(false);
  };
  const name = nameOf(party);
  return (
    <li>
      <span className={styles.who}>
        <b>{name}</b>
        <span>
          Ô {slot} · {by.extension === extension ? 'bạn' : by.name} đỗ · <Timer since={Date.parse(since)} />
        </span>
      </span>
      <Button size="sm" icon={<IconPhoneCall aria-hidden />} busy={busy || taking} onClick={() => void take()}>
        Nhận
        <span className="alo-unseen">
          {' '}
          cuộc gọi của {name} ở ô {slot}
        </span>
      </Button>
    </li>
  );
}
