import { consultCall, type MyCall, parkCall, transferCall } from '@alo/contract';
import { Button, IconCornerUpRight, IconParking, IconPhoneCall, TextField, type Toast } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { usePhone } from '../model/phone-context.ts';
import styles from './control.module.css';
import { ParkedCalls } from './parked-calls.tsx';
import { PeoplePicker } from './people-picker.tsx';
import { SurveyButtons } from './survey-buttons.tsx';
import { useCallControl } from './use-call-control.ts';

/** Whom the other side goes to: at once, after a word with them, or to a place where anybody may fetch them. */
export function TransferPanel({ call, onDone }: { call: MyCall; onDone: () => void }) {
  const { ask, busy } = useCallControl();
  const { toasts } = useConsole();
  const { open } = usePhone();
  const params = { id: call.id };
  const [word, setWord] = useState('');
  /** Closes the panel once it is done, with word of what happened where the window does not show it. */
  const closeAfter = async <T,>(
    asked: Promise<T | undefined>,
    said: (done: T) => { text: string; action?: Toast['action'] } | null = () => null,
  ) => {
    const done = await asked;
    if (done === undefined) return;
    const words = said(done);
    if (words !== null) toasts.show({ key: 'phone', kind: 'info', ...words });
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
                void closeAfter(ask(transferCall, { params, body: { to: number, word } }), () => ({
                  text: `Đã chuyển cuộc gọi tới ${name || number}. Nếu không ai nghe, cuộc gọi quay lại bạn.`,
                }))
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
          void closeAfter(ask(parkCall, { params, body: {} }), ({ slot }) => ({
            text: `Khách đang chờ ở ô ${slot ?? ''}, nghe nhạc. Ai cũng thấy và nhận được ở cửa sổ gọi, hoặc gọi số ${slot ?? ''}.`,
            action: { label: 'Xem ô đỗ', run: open },
          }))
        }
      >
        Gửi vào chỗ chờ để người khác nhận
      </Button>
      <SurveyButtons call={call} onDone={onDone} />
      <ParkedCalls />
    </>
  );
}
