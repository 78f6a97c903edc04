import {
  carryOutDataRequest,
  closeDataRequest,
  customerPrivacy,
  customers,
  type DataRequest,
  dataRequestKinds,
  dataRequestStates,
  dataRequests,
  extendDataRequest,
} from '@alo/contract';
import { Actions, Button, Dialog, DialogActions, Quiet, Status, TextAreaField } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { useSeconds } from '../../kit/clock/use-seconds.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import formStyles from '../../resource/page/form-parts.module.css';

/** What is to be done about a request, each with what has to be said first. */
const steps = {
  'carry-out': undefined,
  extend: 'Lý do gia hạn đã báo cho khách',
  done: 'Đã làm gì',
  refused: 'Lý do từ chối đã báo cho khách',
} as const;
type Step = keyof typeof steps;
const words = {
  'carry-out': 'Thực hiện',
  extend: 'Gia hạn 15 ngày',
  done: 'Đã xong',
  refused: 'Từ chối',
} as const;

/** Requests of customers about their data, with the clock that the law sets, and what can be done about each. */
export function DataRequests({ requests, named = false }: { requests: readonly DataRequest[]; named?: boolean }) {
  const [asked, setAsked] = useState<{ request: DataRequest; step: Step }>();
  const may = useMay();
  if (requests.length === 0) return null;
  return (
    <>
      <ul className={formStyles.rows}>
        {requests.map((request) => (
          <li key={request.id}>
            <div>
              <b>{dataRequestKinds[request.kind]}</b>
              {named && ` · ${request.customer_name || 'Khách đã xoá'}`}
              <Quiet>
                Nhận {dateTime(request.received_at)}
                {request.note !== '' && ` · ${request.note}`}
              </Quiet>
              <Clock request={request} />
            </div>
            {request.state === 'open' && may(closeDataRequest.access) && (
              <Actions>
                {stepsOf(request).map((step) => (
                  <Button key={step} size="sm" onClick={() => setAsked({ request, step })}>
                    {words[step]}
                  </Button>
                ))}
              </Actions>
            )}
          </li>
        ))}
      </ul>
      {asked && <StepDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function stepsOf({ kind, extended }: DataRequest): Step[] {
  const byMachine = kind === 'export' || kind === 'erase';
  return [byMachine ? 'carry-out' : 'done', ...(extended ? [] : (['extend'] as const)), 'refused'];
}

function Clock({ request: { state, due_at: due, reply_by: reply, closed_at: closed } }: { request: DataRequest }) {
  const now = useSeconds();
  if (state !== 'open') {
    return (
      <Status tone={state === 'done' ? 'ready' : 'offline'}>
        {dataRequestStates[state]}
        {closed !== null && ` ${dateTime(closed)}`}
      </Status>
    );
  }
  const isLate = Date.parse(due) < now;
  return (
    <>
      <Status tone={isLate ? 'bad' : 'ringing'}>
        {isLate ? 'Quá hạn từ' : 'Hạn'} {dateTime(due)}
      </Status>
      {Date.parse(reply) > now && <Quiet>Phản hồi khách trước {dateTime(reply)}</Quiet>}
    </>
  );
}

function StepDialog({ request, step, onClose }: { request: DataRequest; step: Step; onClose: () => void }) {
  const { api, toasts, changes } = useConsole();
  const invalidate = useInvalidate();
  const [note, setNote] = useState('');
  const label = steps[step];
  const params = { id: request.id };
  const send = useMutation({
    mutationFn: async () => {
      switch (step) {
        case 'carry-out':
          await api(carryOutDataRequest, { params });
          return 'Đã bắt đầu: xem ở “Việc đang chạy”';
        case 'extend':
          await api(extendDataRequest, { params, body: { note } });
          return 'Đã gia hạn';
        case 'done':
        case 'refused':
          await api(closeDataRequest, { params, body: { state: step, note } });
          return 'Đã ghi nhận';
        default:
          return step satisfies never;
      }
    },
    onSuccess: (text) => {
      toasts.show({ kind: 'success', text });
      onClose();
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: async () => {
      await invalidate(customerPrivacy, dataRequests);
      await changes.stale(customers.screen);
    },
  });
  const isErasing = step === 'carry-out' && request.kind === 'erase';
  const who = request.customer_name || 'khách hàng này';
  return (
    <Dialog opened onClose={onClose} title={`${words[step]}: ${dataRequestKinds[request.kind]}`}>
      {step === 'carry-out' && (
        <p>
          {isErasing
            ? `Hồ sơ, số điện thoại, ghi chú, ghi âm của ${who} bị xoá hẳn; cuộc gọi chỉ còn trong số liệu. Không hoàn tác được. Cuộc gọi đang được giữ vì tranh chấp thì ở lại.`
            : `Mọi thứ đang có về ${who}, kể cả số đầy đủ và ghi âm, được gói thành một tệp để bạn gửi cho khách.`}
        </p>
      )}
      {label !== undefined && (
        <TextAreaField label={label} required value={note} onChange={(event) => setNote(event.target.value)} />
      )}
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
        <Button
          look={isErasing ? 'danger' : 'primary'}
          busy={send.isPending}
          disabled={label !== undefined && note.trim() === ''}
          onClick={() => send.mutate()}
        >
          {isErasing ? 'Xoá hẳn' : words[step]}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
