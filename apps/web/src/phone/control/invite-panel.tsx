import { inviteToCall, type MyCall } from '@alo/contract';
import { Button, IconUserPlus } from '@alo/ui';

import { PeoplePicker } from './people-picker.tsx';
import { useCallControl } from './use-call-control.ts';

/** Whom to bring into the conversation. They are rung, and join when they answer. */
export function InvitePanel({ call, onDone }: { call: MyCall; onDone: () => void }) {
  const { ask, busy } = useCallControl();
  return (
    <PeoplePicker
      title="Thêm người vào cuộc gọi"
      without={call.parties}
      onBack={onDone}
      actions={({ number }) => (
        <Button
          look="primary"
          icon={<IconUserPlus aria-hidden />}
          busy={busy}
          onClick={() =>
            void ask(inviteToCall, { params: { id: call.id }, body: { to: number } }).then((done) => done && onDone())
          }
        >
          Mời vào
        </Button>
      )}
    />
  );
}
