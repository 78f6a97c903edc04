import { blockedIn, keepCallDisposition, readyAgain } from '@alo/contract';
import { Button } from '@alo/ui';
import { useState } from 'react';

import { emptyDisposition } from '../../domain/outcomes/disposition-draft.ts';
import { DispositionForm } from '../../domain/outcomes/disposition-form.tsx';
import { OutcomeSaveBar } from '../../domain/outcomes/save-bar.tsx';
import { WrapUpTime } from '../../domain/outcomes/wrap-up-time.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useMay } from '../../kit/me/me.ts';

/** What came of a call with somebody who is no customer: wrong number, spam, or whatever else. It is kept with the call. */
export default function StrangerOutcome({
  conversation,
  note,
  bar,
  onKept,
}: {
  /** The switchboard's name of the call; null until it is known. */
  conversation: string | null;
  note: string;
  bar: HTMLElement | null;
  onKept: () => void;
}) {
  const { api, toasts } = useConsole();
  return (
    <>
      <DispositionForm
        label="Kết quả cuộc gọi"
        said={emptyDisposition}
        note={note}
        bar={bar}
        disabled={conversation === null}
        send={(body) => api(keepCallDisposition, { params: { id: conversation ?? '' }, body })}
        onSaid={() => {
          onKept();
          // It is kept, whatever the switchboard says of the next call.
          void api(readyAgain, { body: {} }).catch((error: unknown) =>
            toasts.show({ kind: 'info', ...explain(error) }),
          );
        }}
      />
      <OutcomeSaveBar bar={bar}>
        <WrapUpTime />
      </OutcomeSaveBar>
    </>
  );
}

/** Keeps the number from calling again, for whoever sees to the block list and sees the number. */
export function BlockNumber({ number }: { number: string }) {
  const { api, toasts } = useConsole();
  const may = useMay();
  const [state, setState] = useState<'open' | 'busy' | 'blocked'>('open');
  if (number === '' || number.includes('*') || !may(blockedIn.create.access)) return null;
  const block = async () => {
    setState('busy');
    try {
      await api(blockedIn.create, {
        body: { kind: 'number', value: number, reason: 'Chặn từ thẻ cuộc gọi', action: 'reject' },
      });
      setState('blocked');
      toasts.show({ kind: 'success', text: `Đã chặn số ${groupedPhone(number)}` });
    } catch (error) {
      setState('open');
      toasts.show({ kind: 'error', ...explain(error) });
    }
  };
  return (
    <Button busy={state === 'busy'} disabled={state === 'blocked'} onClick={() => void block()}>
      {state === 'blocked' ? 'Đã chặn số này' : 'Chặn số này'}
    </Button>
  );
}
