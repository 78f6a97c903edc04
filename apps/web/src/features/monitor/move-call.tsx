import { colleagues, moveCall, type WatchedQueue } from '@alo/contract';
import { Button, ChoiceList, Dialog, DialogActions, focusGently, matches, SearchInput, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dialable } from '../../domain/phone-door/dialable.ts';
import { stateWords } from '../../domain/presence/presence.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import styles from './monitor.module.css';

interface Place {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly state?: keyof typeof stateWords;
  readonly to: { readonly number: string } | { readonly queue: string };
}

/** Presence is read again so often while people look at it, in milliseconds. */
const lookEvery = 3_000;

/** Where somebody else's conversation, or whoever waits, is to go: a colleague, a queue, or a number that is typed. */
export default function MoveCall({
  callId,
  agent,
  queues,
  onClose,
}: {
  callId: string;
  /** Whose conversation it is; null for who waits. */
  agent: { readonly extension: string; readonly name: string } | null;
  queues: readonly Pick<WatchedQueue, 'id' | 'name' | 'ready'>[];
  onClose: () => void;
}) {
  const { api, toasts } = useConsole();
  const { data } = useQuery({ ...useRead()(colleagues, {}), refetchInterval: lookEvery });
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => focusGently(input.current), []);

  const all: Place[] = [
    ...queues.map(({ id, name, ready }) => ({
      key: id,
      name: `Hàng đợi ${name}`,
      note: `${ready} người rảnh`,
      to: { queue: id },
    })),
    ...(data?.data ?? [])
      .filter(({ extension }) => extension !== agent?.extension)
      .map(({ extension, name, state }) => ({
        key: extension,
        name,
        note: extension,
        state,
        to: { number: extension },
      })),
  ];
  const found = all.filter(({ name, note }) => matches(name, text) || note.startsWith(text));
  const typed = dialable(text);
  const places: Place[] =
    typed === null || found.some(({ key }) => key === typed)
      ? found
      : [{ key: typed, name: groupedPhone(typed), note: 'Số đã nhập', to: { number: typed } }, ...found];
  const place = places.find(({ key }) => key === chosen);

  async function move(to: Place): Promise<void> {
    setBusy(true);
    try {
      await api(moveCall, { params: { id: callId }, body: { agent: agent?.extension ?? null, to: to.to } });
      toasts.show({ key: 'moved', kind: 'info', text: `Đã chuyển cuộc gọi tới ${to.name}.` });
      onClose();
    } catch (error) {
      toasts.show({ key: 'moved', kind: 'error', ...explain(error) });
      setBusy(false);
    }
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      place="top"
      title={agent === null ? 'Chuyển khách đang chờ' : `Chuyển cuộc gọi của ${agent.name || agent.extension}`}
    >
      <SearchInput ref={input} label="Tên, hàng đợi, máy nhánh hoặc số điện thoại" value={text} onSearch={setText} />
      <div className={styles.places}>
        <ChoiceList
          label="Nơi chuyển tới"
          value={chosen}
          onChoose={setChosen}
          choices={places.map(({ key, name, note, state }) => ({
            value: key,
            label: (
              <span className={styles.place}>
                <span>
                  {name} <span className={styles.aside}>{note}</span>
                </span>
                {state !== undefined && <Status tone={stateWords[state].tone}>{stateWords[state].word}</Status>}
              </span>
            ),
          }))}
        />
        {places.length === 0 && <p className={styles.nothing}>Không có ai khớp. Bạn có thể nhập cả số điện thoại.</p>}
      </div>
      <p className={styles.aside}>
        {agent === null
          ? 'Nếu không ai nghe, cuộc gọi đổ chuông ở máy của bạn.'
          : `Nếu không ai nghe, cuộc gọi quay lại ${agent.name || agent.extension}.`}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Thôi</Button>
        <Button
          look="primary"
          busy={busy}
          disabled={place === undefined}
          onClick={() => place !== undefined && void move(place)}
        >
          Chuyển
        </Button>
      </DialogActions>
    </Dialog>
  );
}
