import { discardDraft, publishDraft, type ResultOf, type RowChange, routingDraft, settleDraftRow } from '@alo/contract';
import {
  Actions,
  Button,
  Dialog,
  DialogActions,
  IconCheck,
  IconPencil,
  IconTrash,
  Quiet,
  Status,
  TextField,
} from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Surface } from '../../resource/page/page.tsx';
import { Warnings } from '../../resource/page/warnings.tsx';
import { Changes } from './changes.tsx';
import styles from './versions.module.css';

type Draft = ResultOf<typeof routingDraft>;

/** What the draft changes, what is odd about it, and what can be done with it. */
export function DraftPart() {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(routingDraft, {}));
  return (
    <Surface padded>
      <section className={styles.part} aria-labelledby="draft-title">
        <h2 id="draft-title">Bản nháp</h2>
        {data !== undefined && <Begun draft={data} />}
        {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      </section>
    </Surface>
  );
}

function Begun({ draft }: { draft: Draft }) {
  const { drafting, draft: setDrafting } = useConsole();
  const { published } = useSearch({ strict: false });
  const may = useMay();
  const isEmpty = draft.changes.length === 0 && draft.broken === '';
  return (
    <>
      {published !== undefined && (
        <p role="status">
          <Status tone="ready">
            {`Đã công bố phiên bản ${published}. Cuộc gọi mới đi theo bản này; chế độ soạn nháp đã tắt.`}
          </Status>
        </p>
      )}
      <Quiet>
        {isEmpty
          ? 'Chưa có thay đổi nào. Trong chế độ soạn nháp, các trang của tổng đài lưu vào bản nháp: cuộc gọi chỉ đi theo nó sau khi công bố.'
          : 'Các thay đổi dưới đây chưa có hiệu lực. Khi công bố, cuộc đang gọi không bị ngắt.'}
      </Quiet>
      {draft.broken !== '' && <Warnings words={[`Bản nháp không áp dụng được: ${draft.broken}`]} />}
      <Conflicts draft={draft} />
      <DraftWarnings draft={draft} />
      <Changes changes={draft.changes} {...(may(settleDraftRow.access) && { Act: Forget })} />
      <Actions>
        {may(settleDraftRow.access) && (
          <Button icon={<IconPencil aria-hidden />} onClick={() => setDrafting(!drafting)}>
            {drafting ? 'Thoát soạn nháp' : 'Soạn nháp'}
          </Button>
        )}
        {!isEmpty && <Publish draft={draft} />}
        {!isEmpty && may(discardDraft.access) && <Discard />}
      </Actions>
    </>
  );
}

function DraftWarnings({ draft: { warnings } }: { draft: Draft }) {
  const fresh = warnings.filter(({ is_new }) => is_new);
  if (fresh.length === 0) return null;
  return (
    <div>
      <h3>Cảnh báo mới</h3>
      <Warnings words={fresh.flatMap(({ name, words }) => words.map((word) => `${name}: ${word}`))} />
    </div>
  );
}

function Conflicts({ draft: { conflicts } }: { draft: Draft }) {
  const settle = useSettle();
  if (conflicts.length === 0) return null;
  return (
    <div>
      <h3>Đã được sửa ngoài bản nháp</h3>
      <ul className={styles.conflicts}>
        {conflicts.map((row) => (
          <li key={`${row.screen} ${row.id}`}>
            <Status tone="paused">{row.name}</Status>
            <Button size="sm" onClick={() => void settle(row, 'draft')}>
              Giữ bản nháp
            </Button>
            <Button size="sm" onClick={() => void settle(row, 'live')}>
              Giữ bản đang chạy
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Forget({ change }: { change: RowChange }) {
  const settle = useSettle();
  return (
    <Button
      size="sm"
      look="quiet"
      aria-label={`Bỏ thay đổi này: “${change.name}”`}
      onClick={() => void settle(change, 'live')}
    >
      Bỏ thay đổi này
    </Button>
  );
}

function Publish({ draft }: { draft: Draft }) {
  const may = useMay();
  const { api, drafting, draft: setDrafting } = useConsole();
  const act = useActing();
  const [opened, setOpened] = useState(false);
  const [note, setNote] = useState('');
  if (!may(publishDraft.access)) return null;
  return (
    <>
      <Button
        look="primary"
        icon={<IconCheck aria-hidden />}
        disabled={draft.broken !== '' || draft.conflicts.length > 0}
        onClick={() => setOpened(true)}
      >
        Công bố
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Công bố bản nháp?">
        <Quiet>{draft.changes.length} thay đổi có hiệu lực cùng lúc, cho các cuộc gọi từ lúc này.</Quiet>
        <TextField
          label="Ghi chú"
          hint="Vì sao thay đổi, để người sau đọc lại."
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <DialogActions>
          <Button onClick={() => setOpened(false)}>Quay lại</Button>
          <Button
            look="primary"
            onClick={() =>
              void act(
                async () => {
                  const { number } = await api(publishDraft, { body: { note } });
                  if (drafting) {
                    // Nothing is left to be drafted: whoever goes on changing means what is live. The page that comes says it.
                    setDrafting(false, `/routing-versions?published=${number}`);
                    await new Promise<never>(() => undefined);
                  }
                  return `Đã công bố phiên bản ${number}`;
                },
                () => setOpened(false),
              )
            }
          >
            Công bố
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function Discard() {
  const { api } = useConsole();
  const act = useActing();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button look="danger-quiet" icon={<IconTrash aria-hidden />} onClick={() => setOpened(true)}>
        Bỏ bản nháp
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Bỏ cả bản nháp?">
        <p>Mọi thay đổi trong bản nháp sẽ mất. Cấu hình đang chạy không đổi.</p>
        <DialogActions>
          <Button onClick={() => setOpened(false)}>Giữ lại</Button>
          <Button
            look="danger"
            onClick={() =>
              void act(
                async () => {
                  await api(discardDraft, {});
                  return 'Đã bỏ bản nháp';
                },
                () => setOpened(false),
              )
            }
          >
            Bỏ bản nháp
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function useSettle() {
  const { api } = useConsole();
  const act = useActing();
  return ({ screen, id }: { screen: string; id: string }, keep: 'draft' | 'live') =>
    act(async () => {
      await api(settleDraftRow, { body: { screen, id, keep } });
      return keep === 'draft' ? 'Bản nháp được giữ' : 'Đã bỏ thay đổi';
    });
}

/** Does something with versions or the draft, says what came of it, and has the page read again. */
export function useActing() {
  const { toasts, changes } = useConsole();
  return async (work: () => Promise<string>, done?: () => void) => {
    try {
      toasts.show({ kind: 'success', text: await work() });
      done?.();
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
    await changes.stale('routing-versions');
  };
}
