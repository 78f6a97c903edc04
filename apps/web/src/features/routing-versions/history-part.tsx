import { type RoutingVersion, rollBack, routingVersion, routingVersions, versionKinds, wayBack } from '@alo/contract';
import {
  Actions,
  Button,
  Dialog,
  DialogActions,
  Drawer,
  IconArrowBackUp,
  Pager,
  Quiet,
  State,
  TextField,
} from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Surface } from '../../resource/page/page.tsx';
import { Warnings } from '../../resource/page/warnings.tsx';
import { Changes } from './changes.tsx';
import { useActing } from './draft-part.tsx';
import styles from './versions.module.css';

const perPage = 10;

/** What was there before anybody changed anything is nobody's. */
const authorIn = ({ author_name: author, changes }: RoutingVersion): string =>
  author === null && changes === 0 ? 'Cấu hình ban đầu' : `${author ?? 'Hệ thống'} · ${changes} thay đổi`;

/** Every version, newest first: what it changed, and the way back to it. */
export function HistoryPart() {
  const read = useRead();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<RoutingVersion>();
  const [wanted, setWanted] = useState<RoutingVersion>();
  const { data, error, refetch } = useQuery({
    ...read(routingVersions, { query: { page, page_size: perPage } }),
    placeholderData: keepPreviousData,
  });
  const may = useMay();
  return (
    <Surface padded>
      <section className={styles.part} aria-labelledby="history-title">
        <h2 id="history-title">Lịch sử phiên bản</h2>
        {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data?.total === 0 && (
          <State drawing="empty" title="Chưa có phiên bản nào">
            Mỗi lần lưu và mỗi lần công bố là một phiên bản ở đây.
          </State>
        )}
        <ol className={styles.versions}>
          {data?.data.map((version, index) => (
            <li key={version.id} aria-current={page === 1 && index === 0 ? 'true' : undefined}>
              <div>
                <strong>{titleOf(version)}</strong>
                <Quiet as="span">
                  {authorIn(version)} · {dateTime(version.touched_at)}
                </Quiet>
                {version.note !== '' && <p>{version.note}</p>}
              </div>
              <Actions>
                <Button
                  size="sm"
                  aria-label={`Xem thay đổi của phiên bản ${version.number}`}
                  onClick={() => setShown(version)}
                >
                  Xem thay đổi
                </Button>
                {may(rollBack.access) && !(page === 1 && index === 0) && (
                  <Button
                    size="sm"
                    icon={<IconArrowBackUp aria-hidden />}
                    aria-label={`Quay lại bản này: phiên bản ${version.number}`}
                    onClick={() => setWanted(version)}
                  >
                    Quay lại bản này
                  </Button>
                )}
              </Actions>
            </li>
          ))}
        </ol>
        {data !== undefined && data.total > perPage && (
          <Pager
            page={page}
            pageSize={perPage}
            total={data.total}
            capped={data.total_capped}
            shown={data.data.length}
            onPage={setPage}
          />
        )}
      </section>
      <Drawer
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        width={640}
        title={shown === undefined ? '' : titleOf(shown)}
      >
        {shown !== undefined && <Version id={shown.id} />}
      </Drawer>
      <Dialog
        opened={wanted !== undefined}
        onClose={() => setWanted(undefined)}
        title={`Quay lại phiên bản ${wanted?.number ?? ''}?`}
        width={680}
      >
        {wanted !== undefined && <WayBack id={wanted.id} onClose={() => setWanted(undefined)} />}
      </Dialog>
    </Surface>
  );
}

const titleOf = ({ number, kind, back_to }: RoutingVersion): string =>
  `Phiên bản ${number} · ${versionKinds[kind]}${back_to === null ? '' : ` (phiên bản ${back_to})`}`;

function Version({ id }: { id: string }) {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(routingVersion, { params: { id } }));
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  if (data.rows.length === 0) return <Quiet>Do hệ thống tạo, không có chi tiết.</Quiet>;
  return <Changes changes={data.rows} />;
}

/** What would change is shown first; nothing is remembered by heart. */
function WayBack({ id, onClose }: { id: string; onClose: () => void }) {
  const { api } = useConsole();
  const read = useRead();
  const act = useActing();
  const [note, setNote] = useState('');
  const { data, error, refetch } = useQuery({ ...read(wayBack, { params: { id } }), staleTime: 0 });
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const same = data.changes.length === 0 && data.broken === '';
  return (
    <>
      {data.broken !== '' && <Warnings words={[data.broken]} />}
      {same && <p>Cấu hình đang đúng như phiên bản này.</p>}
      <div className={styles.scrolled}>
        <Changes changes={data.changes} />
      </div>
      <TextField label="Ghi chú" value={note} onChange={(event) => setNote(event.target.value)} />
      <DialogActions>
        <Button onClick={onClose}>Để nguyên</Button>
        <Button
          look="primary"
          disabled={same || data.broken !== ''}
          onClick={() =>
            void act(async () => {
              const { number } = await api(rollBack, { params: { id }, body: { note } });
              return `Đã quay lại, thành phiên bản ${number}`;
            }, onClose)
          }
        >
          Quay lại bản này
        </Button>
      </DialogActions>
    </>
  );
}
