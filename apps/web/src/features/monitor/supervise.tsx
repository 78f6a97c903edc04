import {
  bargeIntoCall,
  callWordsNow,
  type Endpoint,
  endSupervisedCall,
  listenToCall,
  moveCall,
  stopSupervising,
  takeOverCall,
  type WatchedAgent,
  type WatchedQueue,
  whisperInCall,
} from '@alo/contract';
import {
  Button,
  Dialog,
  DialogActions,
  IconCornerUpRight,
  IconFileText,
  IconHeadset,
  IconMicrophone,
  IconPhoneOff,
  IconSwitchHorizontal,
  IconUserPlus,
  IconX,
  Menu,
  type MenuEntry,
  persistently,
} from '@alo/ui';
import { lazy, Suspense, useState } from 'react';

import type { CallParts } from '../../kit/api/client.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useMay, useOwnExtension } from '../../kit/me/me.ts';
import { Moving } from './move-button.tsx';

/** Few read along. */
const WordsNow = lazy(() => persistently(() => import('./words-now.tsx')));

type Mode = WatchedAgent['supervisors'][number]['mode'];

interface Watched {
  readonly callId: string;
  readonly extension: string;
  readonly name: string;
  /** In which way one is in this conversation already. */
  readonly mode: Mode | undefined;
  /** Those that it may be moved to. */
  readonly queues: readonly WatchedQueue[];
}

/** What a supervisor may do in somebody's conversation; nothing is shown where that is nothing. */
export function Supervise({ callId, extension, name, mode, queues }: Watched) {
  const may = useMay();
  const own = useOwnExtension();
  const { api, toasts } = useConsole();
  const [busy, setBusy] = useState(false);
  const [ending, setEnding] = useState(false);
  const [moving, setMoving] = useState(false);
  const [reading, setReading] = useState(false);
  // Whoever has no phone hears nobody, and nobody is supervised by themselves.
  if (own === '' || own === extension) return null;

  async function ask<E extends Endpoint>(endpoint: E, given: CallParts<E>): Promise<void> {
    setBusy(true);
    try {
      await api(endpoint, given);
    } catch (error) {
      toasts.show({ key: 'phone', kind: 'error', ...explain(error) });
    } finally {
      setBusy(false);
    }
  }
  const about = { params: { id: callId }, body: { agent: extension } };

  const entries: MenuEntry[] = [];
  const ways = mode === undefined ? {} : { checked: false };
  if (may(listenToCall.access)) {
    entries.push({
      key: 'listen',
      label: 'Nghe cùng',
      icon: <IconHeadset size={17} aria-hidden />,
      ...ways,
      ...(mode === 'listen' && { checked: true }),
      onSelect: () => void ask(listenToCall, about),
    });
  }
  if (may(callWordsNow.access)) {
    entries.push({
      key: 'words',
      label: 'Đọc lời đang nói',
      icon: <IconFileText size={17} aria-hidden />,
      onSelect: () => setReading(true),
    });
  }
  if (may(whisperInCall.access)) {
    entries.push({
      key: 'whisper',
      label: 'Nhắc riêng nhân viên',
      icon: <IconMicrophone size={17} aria-hidden />,
      ...ways,
      ...(mode === 'whisper' && { checked: true }),
      onSelect: () => void ask(whisperInCall, about),
    });
  }
  if (may(bargeIntoCall.access)) {
    entries.push({
      key: 'barge',
      label: 'Chen vào đàm thoại',
      icon: <IconUserPlus size={17} aria-hidden />,
      ...ways,
      ...(mode === 'barge' && { checked: true }),
      onSelect: () => void ask(bargeIntoCall, about),
    });
  }
  // The switchboard gives a conversation to whoever is in it.
  if (may(takeOverCall.access) && mode !== undefined) {
    entries.push({
      key: 'take-over',
      label: 'Giành cuộc gọi',
      icon: <IconSwitchHorizontal size={17} aria-hidden />,
      onSelect: () => void ask(takeOverCall, about),
    });
  }
  if (may(moveCall.access)) {
    entries.push({
      key: 'move',
      label: 'Chuyển cuộc gọi…',
      icon: <IconCornerUpRight size={17} aria-hidden />,
      onSelect: () => setMoving(true),
    });
  }
  if (mode !== undefined) {
    entries.push({
      key: 'stop',
      label: 'Thôi giám sát',
      icon: <IconX size={17} aria-hidden />,
      onSelect: () => void ask(stopSupervising, about),
    });
  }
  if (may(endSupervisedCall.access)) {
    entries.push({
      key: 'end',
      label: 'Kết thúc cuộc gọi',
      icon: <IconPhoneOff size={17} aria-hidden />,
      danger: true,
      onSelect: () => setEnding(true),
    });
  }
  if (entries.length === 0) return null;
  return (
    <>
      <Menu floats entries={entries}>
        <Button size="sm" busy={busy} aria-label={`Giám sát cuộc gọi của ${name || extension}`}>
          Giám sát
        </Button>
      </Menu>
      {moving && (
        <Moving callId={callId} agent={{ extension, name }} queues={queues} onClose={() => setMoving(false)} />
      )}
      {reading && (
        <Suspense fallback={null}>
          <WordsNow callId={callId} agent={name || extension} onClose={() => setReading(false)} />
        </Suspense>
      )}
      <Dialog opened={ending} onClose={() => setEnding(false)} title="Kết thúc cuộc gọi?">
        <p>Cuộc gọi của {name || extension} sẽ ngắt với tất cả mọi người trong đó.</p>
        <DialogActions>
          <Button onClick={() => setEnding(false)}>Giữ cuộc gọi</Button>
          <Button
            look="danger"
            onClick={() => {
              setEnding(false);
              void ask(endSupervisedCall, about);
            }}
          >
            Kết thúc cuộc gọi
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
