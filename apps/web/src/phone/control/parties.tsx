import { type MyCall, removeFromCall } from '@alo/contract';
import { IconButton, IconX } from '@alo/ui';

import { groupedPhone } from '../../kit/format/phone.ts';
import styles from './control.module.css';
import { useCallControl } from './use-call-control.ts';

export type CallParty = MyCall['parties'][number];

const words: Readonly<Record<CallParty['state'], string>> = {
  ringing: 'Đang đổ chuông',
  talking: '',
  held: 'Đang giữ máy',
  waiting: 'Đang chờ, nghe nhạc',
};

export const nameOf = ({ name, number }: CallParty): string => name || groupedPhone(number) || 'Số ẩn';

/** Everybody else of a conversation of three and more, each of whom may be sent away. */
export function Parties({ call }: { call: MyCall }) {
  const { ask, busy } = useCallControl();
  return (
    <ul className={styles.parties} aria-label="Người trong cuộc gọi">
      {call.parties.map((party) => (
        <li key={party.leg_id}>
          <span className={styles['person-name']}>{nameOf(party)}</span>
          <span className={styles['person-note']}>
            {words[party.state] || (party.name !== '' && groupedPhone(party.number))}
          </span>
          <IconButton
            label={`Mời ${nameOf(party)} ra khỏi cuộc gọi`}
            size="sm"
            disabled={busy}
            onClick={() => void ask(removeFromCall, { params: { id: call.id }, body: { leg_id: party.leg_id } })}
          >
            <IconX aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
