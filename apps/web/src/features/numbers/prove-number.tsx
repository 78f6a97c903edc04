import {
  askNumberProof,
  numberProofState,
  type numbers,
  type OtpState,
  proveNumber,
  type ResultOf,
  type RowOf,
} from '@alo/contract';
import { Actions, Button, Dialog, Quiet, Stack, TextField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';

type Asked = ResultOf<typeof askNumberProof>;

/** While the call goes on, one looks how far it has come. */
const lookEveryMs = 2_000;

/** What whoever waits by the telephone is told. */
const progress: Readonly<Record<OtpState, string>> = {
  asked: 'Sắp gọi.',
  calling: 'Đang gọi: hãy nghe máy và ghi lại sáu chữ số.',
  heard: 'Đã đọc mã.',
  verified: 'Đã xác minh.',
  cut: 'Máy đã gác trước khi đọc hết mã.',
  busy: 'Máy bận.',
  no_answer: 'Không ai nghe máy.',
  failed: 'Không gọi được.',
  expired: 'Mã đã hết hạn.',
};

/** Has a number called with a code and takes the code; without a number, one that another company has. */
export default function ProveNumber({
  number,
  onClose,
}: {
  number?: RowOf<typeof numbers>['number'];
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<Asked>();
  return (
    <Dialog opened onClose={onClose} title={number ? `Xác minh ${groupedPhone(number)}` : 'Nhận số của công ty bạn'}>
      {asked === undefined ? (
        <Ask number={number ?? ''} onAsked={setAsked} />
      ) : (
        <Code key={asked.id} asked={asked} onAgain={() => setAsked(undefined)} onDone={onClose} />
      )}
    </Dialog>
  );
}

function Ask({ number, onAsked }: { number: string; onAsked: (asked: Asked) => void }) {
  const { api } = useConsole();
  const { props, values, set, errors, busy } = useContractForm({
    schema: askNumberProof.body,
    values: { number },
    send: (body) => api(askNumberProof, { body }),
    onSaved: onAsked,
  });
  return (
    <Stack as="form" {...props} gap={18} narrow>
      <Quiet size="body">
        Đơn vị vận hành gọi đến số này qua nhà mạng của họ và đọc sáu chữ số. Hãy để người cầm máy sẵn sàng: số phải
        đang đổ chuông ở nơi bạn nghe được.
        {number === '' && ' Nếu công ty khác đã khai báo số này mà chưa xác minh, số chuyển sang bạn.'}
      </Quiet>
      {number === '' && (
        <TextField
          required
          name="number"
          label="Đầu số"
          inputMode="tel"
          autoComplete="off"
          value={values.number}
          onChange={(event) => set({ number: event.target.value })}
          error={errors['number']}
        />
      )}
      {number !== '' && errors['number'] && <p role="alert">{errors['number']}</p>}
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Gọi ngay
        </Button>
      </Actions>
    </Stack>
  );
}

function Code({ asked, onAgain, onDone }: { asked: Asked; onAgain: () => void; onDone: () => void }) {
  const { api, changes, toasts } = useConsole();
  const read = useRead();
  const { data = asked } = useQuery({
    ...read(numberProofState, { params: { id: asked.id } }),
    refetchInterval: ({ state }) => (isOver(state.data?.state ?? asked.state) ? false : lookEveryMs),
  });
  const { props, values, set, errors, busy } = useContractForm({
    schema: proveNumber.body,
    values: { code: '' },
    send: (body) => api(proveNumber, { params: { id: asked.id }, body }),
    stays: true,
    onSaved: ({ proven, tries_left: left }) => {
      if (!proven) {
        const text = left > 0 ? `Mã không đúng, còn ${left} lần thử` : 'Mã này không dùng được nữa: hãy gọi lại';
        toasts.show({ kind: 'error', text });
        return;
      }
      toasts.show({ kind: 'success', text: `${groupedPhone(asked.number)} đã được xác minh` });
      void changes.stale('numbers');
      onDone();
    },
  });
  return (
    <Stack as="form" {...props} gap={18} narrow>
      <output>
        {groupedPhone(data.number)}: {progress[data.state]} {data.reason}
      </output>
      <TextField
        required
        name="code"
        label="Mã đã nghe"
        hint="Sáu chữ số. Trong lúc nghe, bấm 1 để nghe lại. Mã dùng được trong 10 phút."
        inputMode="numeric"
        autoComplete="off"
        value={values.code}
        onChange={(event) => set({ code: event.target.value })}
        error={errors['code']}
      />
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Xác nhận
        </Button>
        <Button look="quiet" onClick={onAgain} disabled={!isOver(data.state)}>
          Gọi lại
        </Button>
      </Actions>
    </Stack>
  );
}

const isOver = (state: OtpState): boolean => state !== 'asked' && state !== 'calling';
