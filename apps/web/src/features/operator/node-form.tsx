import { forgetNode, operatedNodes, updateNode } from '@alo/contract';
import { Actions, Button, Dialog, DialogActions, Fact, Facts, NumberField, Stack } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { type Node, nameOfNode, Standing } from './node.tsx';

/** One machine: what it carries, its share, and whether it takes companies. */
export function NodeForm({ node, others, onDone }: { node: Node; others: readonly Node[]; onDone: () => void }) {
  return (
    <Stack gap={24} narrow>
      <Facts>
        <Fact name="Tình trạng">
          <Standing {...node} />
        </Fact>
        <Fact name="Đang chạy">
          {count(node.companies)} công ty, {count(node.calls)} cuộc gọi
        </Fact>
        <Fact name="Địa chỉ SIP">{node.sip || '–'}</Fact>
        <Fact name="Điện thoại trình duyệt">{node.ws || 'Theo địa chỉ của trang'}</Fact>
      </Facts>
      <Share node={node} onSaved={onDone} />
      {node.silent_since === null ? <Takes node={node} others={others} /> : <Gone node={node} onDone={onDone} />}
    </Stack>
  );
}

function Share({ node, onSaved }: { node: Node; onSaved: () => void }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const { props, values, set, errors, busy } = useContractForm({
    schema: updateNode.body,
    values: { weight: node.weight },
    body: ({ weight }) => ({ name: node.name, weight }),
    send: (body) => api(updateNode, { body }),
    saved: `Đã đặt phần của ${nameOfNode(node)}`,
    onSaved: () => {
      onSaved();
      return invalidate(operatedNodes);
    },
  });
  return (
    <Stack as="form" {...props} gap={12}>
      <NumberField
        label="Phần được chia (%)"
        hint={`Theo phần trăm sức chứa ${count(node.capacity)} cuộc gọi của máy; 0 là không nhận công ty nào. Công ty chuyển máy khi không có cuộc gọi.`}
        value={values.weight}
        error={errors['weight']}
        onChange={(weight) => set({ weight: weight ?? 0 })}
      />
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Lưu
        </Button>
      </Actions>
    </Stack>
  );
}

/** Emptying cuts no call; what it waits for is said. */
function Takes({ node, others }: { node: Node; others: readonly Node[] }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const { mutate, isPending } = useMutation({
    mutationFn: (state: Node['state']) => api(updateNode, { body: { name: node.name, state } }),
    onSuccess: async ({ state }) => {
      await invalidate(operatedNodes);
      const text = state === 'up' ? `${nameOfNode(node)} nhận công ty trở lại` : `Đang rút ${nameOfNode(node)}`;
      toasts.show({ kind: 'success', text });
    },
    onError: (refusal) => toasts.show({ kind: 'error', ...explain(refusal) }),
  });
  const hasAnother = others.some((one) => one.silent_since === null && one.state === 'up' && one.weight > 0);
  if (node.state === 'draining') {
    return (
      <Stack gap={12}>
        <p>
          {node.companies === 0
            ? 'Máy không còn công ty nào: có thể tắt hoặc nâng cấp.'
            : hasAnother
              ? 'Mỗi công ty chuyển sang máy khác khi không có cuộc gọi. Cuộc gọi đang có không bị cắt.'
              : 'Không có máy nào khác đang nhận: máy này giữ các công ty cho tới khi có.'}
        </p>
        <Actions>
          <Button busy={isPending} onClick={() => mutate('up')}>
            Cho nhận công ty trở lại
          </Button>
        </Actions>
      </Stack>
    );
  }
  return (
    <Stack gap={12}>
      <p>
        Rút máy trước khi nâng cấp hoặc tắt: công ty không có cuộc gọi chuyển sang máy khác, cuộc gọi đang có không bị
        cắt.
        {!hasAnother && ' Lúc này không có máy nào khác đang nhận: máy sẽ giữ các công ty cho tới khi có.'}
      </p>
      <Actions>
        <Button busy={isPending} onClick={() => mutate('draining')}>
          Rút máy
        </Button>
      </Actions>
    </Stack>
  );
}

function Gone({ node, onDone }: { node: Node; onDone: () => void }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState(false);
  const name = nameOfNode(node);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(forgetNode, { body: { name: node.name } }),
    onSuccess: async () => {
      onDone();
      await invalidate(operatedNodes);
      toasts.show({ kind: 'success', text: `Đã bỏ ${name}` });
    },
    onError: (refusal) => toasts.show({ kind: 'error', ...explain(refusal) }),
  });
  return (
    <Stack gap={12}>
      <p>
        Máy không trả lời; các máy đang nhận chạy thay các công ty của nó. Khi bật lại, máy tự vào danh sách và ghi nốt
        vào lịch sử những gì chỉ ổ đĩa của nó biết.
      </p>
      <Actions>
        <Button look="danger" onClick={() => setAsking(true)}>
          Máy không trở lại
        </Button>
      </Actions>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={`Bỏ ${name}?`}>
        <p>
          Máy ra khỏi danh sách và không ai báo về nó nữa. Tệp còn trên ổ đĩa của máy vẫn được chờ cho tới khi bỏ thư
          mục bằng lệnh folder gone.
        </p>
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Giữ lại</Button>
          <Button look="danger" busy={isPending} onClick={() => mutate()}>
            Bỏ máy
          </Button>
        </DialogActions>
      </Dialog>
    </Stack>
  );
}
