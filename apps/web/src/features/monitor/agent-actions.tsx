import { type ActivityStatus, activityReasons, setAgentStatus, signOutAgent, type WatchedAgent } from '@alo/contract';
import {
  Button,
  Dialog,
  DialogActions,
  IconButton,
  IconDotsVertical,
  IconLogout,
  Menu,
  type MenuEntry,
  StatusDot,
} from '@alo/ui';
import { useState } from 'react';

import { stateWords } from '../../domain/presence/presence.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useMay, useOwnExtension } from '../../kit/me/me.ts';

/** What a supervisor may do with somebody: choose their status for them, sign them out. */
export function AgentActions({ extension, name, state }: Pick<WatchedAgent, 'extension' | 'name' | 'state'>) {
  const may = useMay();
  const own = useOwnExtension();
  const { api, toasts } = useConsole();
  const [leaving, setLeaving] = useState(false);
  if (own === extension) return null;
  const whom = name || extension;
  const params = { extension };

  async function act(what: () => Promise<unknown>, said: string): Promise<void> {
    try {
      await what();
      toasts.show({ key: 'agent', kind: 'info', text: said });
    } catch (error) {
      toasts.show({ key: 'agent', kind: 'error', ...explain(error) });
    }
  }
  const entry = (status: ActivityStatus, reason: string, label: string, tone: keyof typeof stateWords): MenuEntry => ({
    key: `${status}${reason}`,
    label,
    icon: <StatusDot tone={stateWords[tone].tone} />,
    onSelect: () =>
      void act(
        () => api(setAgentStatus, { params, body: { status, reason } }),
        `Đã chuyển ${whom} sang ${label}. ${whom} được báo việc này.`,
      ),
  });
  const entries: MenuEntry[] = [
    ...(may(setAgentStatus.access)
      ? [
          { kind: 'label' as const, key: 'status', label: 'Đổi trạng thái' },
          entry(1, '', stateWords.ready.word, 'ready'),
          ...activityReasons.map((why) => entry(2, why, why, 'paused')),
          entry(3, '', stateWords.offline.word, 'offline'),
        ]
      : []),
    ...(may(signOutAgent.access)
      ? [
          { kind: 'line' as const, key: 'line' },
          {
            key: 'sign-out',
            label: 'Đăng xuất…',
            icon: <IconLogout size={17} aria-hidden />,
            danger: true,
            onSelect: () => setLeaving(true),
          },
        ]
      : []),
  ];
  if (entries.length === 0) return null;
  const talks = state === 'talking' || state === 'held';
  return (
    <>
      <Menu floats entries={entries}>
        <IconButton size="sm" label={`Thao tác với ${whom}`}>
          <IconDotsVertical aria-hidden />
        </IconButton>
      </Menu>
      <Dialog opened={leaving} onClose={() => setLeaving(false)} title={`Đăng xuất ${whom}?`}>
        <p>
          Mọi phiên của {whom} kết thúc, điện thoại trong trình duyệt của họ tắt.
          {talks && ' Cuộc gọi họ đang nói qua trình duyệt sẽ ngắt.'} Họ được báo rằng bạn đã đăng xuất họ.
        </p>
        <DialogActions>
          <Button onClick={() => setLeaving(false)}>Thôi</Button>
          <Button
            look="danger"
            onClick={() => {
              setLeaving(false);
              void act(() => api(signOutAgent, { params }), `Đã đăng xuất ${whom}.`);
            }}
          >
            Đăng xuất
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
