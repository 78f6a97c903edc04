import { consultCall, type MyCall, parkCall, transferCall } from '@alo/contract';
import { Button, IconCornerUpRight, IconParking, IconPhoneCall, TextField } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import styles from './control.module.css';
import { PeoplePicker } from './people-picker.tsx';
import { useCallControl } from './use-call-control.ts';

/** Whom the other side goes to: at once, after a word with them, or to a place where anybody may fetch them. */
export function TransferPanel({ call, onDone }: { call: MyCall; onDone: () => void }) {
  const { ask, busy } = useCallControl();
  const { toasts } = useConsole();
  const params = { id: call.id };
  const [word, setWord] = useState('');
  /** Closes the panel once it is done, with word of what happened where the window does not show it. */
  const closeAfter = async <T,>(asked: Promise<T | undefined>, said: (done: T) => string = () => '') => {
    const done = await asked;
    if (done === undefined) return;
    const text = said(done);
    if (text !== '') toasts.show({ key: 'phone', kind: 'info', text });
    onDone();
  };
  return (
    <>
      <PeoplePicker
        title="Chuyển cuộc gọi"
        without={call.parties}
        onBack={onDone}
        actions={({ number, name }) => (
          <>
            <TextField
              label="Lời bàn giao khi chuyển ngay"
              value={word}
              maxLength={200}
              onChange={(event) => setWord(event.target.value)}
            />
            <Button
              look="primary"
              icon={<IconPhoneCall aria-hidden />}
              busy={busy}
              onClick={() => void closeAfter(ask(consultCall, { params, body: { to: number } }))}
            >
              Hỏi trước
            </Button>
            <Button
              icon={<IconCornerUpRight aria-hidden />}
              disabled={busy}
              onClick={() =>
                void closeAfter(
                  ask(transferCall, { params, body: { to: number, word } }),
                  () => `Đã chuyển cuộc gọi tới ${name || number}. Nếu không ai nghe, cuộc gọi quay lại bạn.`,
                )
              }
            >
              Chuyển ngay
            </Button>
          </>
        )}
      />
      <Button
        look="quiet"
        size="sm"
        className={styles.park}
        icon={<IconParking aria-hidden />}
        disabled={busy}
        onClick={() =>
          void closeAfter(
            ask(parkCall, { params, body: {} }),
            ({ slot }) =>
              `Khách đang chờ ở ô ${slot ?? ''}, nghe nhạc. Bất kỳ ai gọi số ${slot ?? ''} sẽ nhận cuộc gọi.`,
          )
        }
      >
        Gửi vào chỗ chờ để người khác nhận
      </Button>
    </>
  );
}
