import { makeWallLink, type PlacesOfBoard } from '@alo/contract';
import { Button, ChoiceList, FilterChip, IconButton, IconDeviceDesktop, IconLink, SearchInput } from '@alo/ui';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { AheadContext, aheadOf } from '../../kit/clock/server-clock.tsx';
import { count } from '../../kit/format/numbers.ts';
import { LiveMark } from '../../kit/live/live-mark.tsx';
import { useMay } from '../../kit/me/me.ts';
import { useListState } from '../../kit/url/list-state.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { AgentsNow } from './agents.tsx';
import { type Board, found, narrowed, totalsOf } from './board-view.ts';
import { Calls } from './calls.tsx';
import styles from './monitor.module.css';
import { MonitorSkeleton } from './monitor-skeleton.tsx';
import { Queues } from './queues.tsx';
import { Tiles } from './tiles.tsx';
import { useBoard } from './use-board.ts';
import type { WallPlaces } from './wall-links.tsx';
import { Wallboard } from './wallboard.tsx';

const WallLinks = lazy(async () => ({ default: (await import('./wall-links.tsx')).WallLinks }));

/** /monitor: what everybody does now, which calls go on and who waits. */
export default function MonitorPage() {
  return <Monitor title="Giám sát trực tiếp" first="queues" />;
}

/** /etelecom/monitor: calls over the lines of eTelecom, people first. */
export const EtelecomMonitorPage = () => <Monitor title="Giám sát eTelecom" first="agents" fixed="eTelecom" />;

const names = ['department', 'team', 'queue', 'carrier', 'wall'];

function Monitor({ title, first, fixed }: { title: string; first: 'queues' | 'agents'; fixed?: string }) {
  const list = useListState(names);
  const { board: data, at, error, refetch } = useBoard();
  const { department = '', team = '', queue = '', wall } = list.state.filters;
  const carrier = fixed ?? list.state.filters['carrier'] ?? '';
  const { search } = list.state;
  const may = useMay();
  const [linking, setLinking] = useState(false);
  if (data === undefined) {
    return (
      <Page title={title}>
        {error === null ? (
          <MonitorSkeleton />
        ) : (
          <Surface>
            <LoadFailed error={error} onRetry={() => void refetch()} />
          </Surface>
        )}
      </Page>
    );
  }
  const board = narrowed(data, { department, team, queue, carrier });
  const { agents, calls, queues } = found(board, search);
  const target = data.level_percent;
  const isNarrowed =
    search !== '' || department !== '' || team !== '' || queue !== '' || (fixed === undefined && carrier !== '');
  const figures = {
    totals: totalsOf(board),
    queues: board.queues,
    today: carrier === '' ? board.today : null,
    target,
  };
  const nothing = (words: string) => (isNarrowed ? 'Không có gì khớp với bộ lọc.' : words);
  const people = (
    <Part
      key="agents"
      title="Nhân viên"
      n={agents.length}
      empty={nothing('Chưa có ai có máy nhánh trong phạm vi của bạn.')}
    >
      <AgentsNow agents={agents} queues={data.queues} sorting={list.state.sorting} onSort={list.setSorting} />
    </Part>
  );
  return (
    <AheadContext value={aheadOf(data.at, at)}>
      <Page
        title={title}
        actions={
          <>
            <LiveMark />
            <Button icon={<IconDeviceDesktop aria-hidden />} onClick={() => list.setFilters({ wall: '1' })}>
              Màn hình lớn
            </Button>
            {carrier === '' && may(makeWallLink.access) && (
              <IconButton label="Liên kết màn hình lớn" onClick={() => setLinking(true)}>
                <IconLink aria-hidden />
              </IconButton>
            )}
          </>
        }
      >
        <div className={styles.page}>
          <Surface>
            <Tiles {...figures} />
          </Surface>
          {carrier !== '' && (
            <p className={styles.aside}>
              Ở đây là cuộc gọi qua đường truyền có “{carrier}” trong tên hay máy chủ, và qua đầu số có nhà mạng{' '}
              {carrier}; nhân viên đang ở cuộc gọi qua nhà mạng khác không hiện. Kết quả trong ngày của hàng đợi tính
              mọi nhà mạng.
            </p>
          )}
          <div className={styles.narrowing}>
            <div className={styles.search}>
              <SearchInput label="Tìm người, máy nhánh, số điện thoại" value={search} onSearch={list.setSearch} />
            </div>
            <Choose label="Phòng ban" name="department" list={list} choices={placesOf(data, 'department')} />
            <Choose label="Nhóm" name="team" list={list} choices={placesOf(data, 'team')} />
            <Choose label="Hàng đợi" name="queue" list={list} choices={data.queues} />
            {fixed === undefined && (
              <Choose
                label="Nhà mạng"
                name="carrier"
                list={list}
                choices={data.carriers.map((name) => ({ id: name, name }))}
              />
            )}
            {isNarrowed && (
              <Button size="sm" look="quiet" onClick={list.clear}>
                Xoá lọc
              </Button>
            )}
          </div>
          {first === 'agents' && people}
          <Part title="Hàng đợi" n={queues.length} empty={nothing('Chưa có hàng đợi nào trong phạm vi của bạn.')}>
            <Queues queues={queues} target={target} />
          </Part>
          <Part
            title="Cuộc gọi đang diễn ra"
            n={calls.length}
            empty={nothing(
              `Lúc này không có cuộc gọi nào${fixed === undefined ? '' : ` qua ${fixed}`}. Cuộc gọi mới hiện ở đây ngay khi nó bắt đầu.`,
            )}
          >
            <Calls calls={calls} agents={data.agents} queues={data.queues} />
          </Part>
          {first === 'queues' && people}
        </div>
        {linking && (
          <Suspense>
            <WallLinks places={placesShown(data, { department, team, queue })} onClose={() => setLinking(false)} />
          </Suspense>
        )}
        {wall === '1' && <Wallboard {...figures} onClose={() => list.setFilters({ wall: undefined })} />}
      </Page>
    </AheadContext>
  );
}

/** What a link made now shows, with the names of what the page is narrowed to. */
function placesShown(board: Board, { department, team, queue }: PlacesOfBoard): WallPlaces {
  const named = (places: readonly Place[], id: string) =>
    id === '' ? [] : (places.find((one) => one.id === id)?.name ?? []);
  const words = [
    named(placesOf(board, 'department'), department),
    named(placesOf(board, 'team'), team),
    named(board.queues, queue),
  ].flat();
  const or = (id: string) => (id === '' ? null : id);
  return { department_id: or(department), team_id: or(team), queue_id: or(queue), words: words.join(', ') };
}

function Part({ title, n, empty, children }: { title: string; n: number; empty: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Surface>
        <h2 className={styles.title}>
          {title} <span className={styles.aside}>{count(n)}</span>
        </h2>
        {n === 0 ? <p className={styles.nothing}>{empty}</p> : children}
      </Surface>
    </section>
  );
}

interface Place {
  readonly id: string;
  readonly name: string;
}

/** The departments or teams of those who are shown, by name. */
function placesOf({ agents }: Board, of: 'department' | 'team'): readonly Place[] {
  const places = new Map(agents.flatMap((agent) => (agent[of] === null ? [] : [[agent[of].id, agent[of]]])));
  return [...places.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'vi'));
}

function Choose({
  label,
  name,
  list,
  choices,
}: {
  label: string;
  name: string;
  list: ReturnType<typeof useListState>;
  choices: readonly Place[];
}) {
  const value = list.state.filters[name];
  if (choices.length === 0 && value === undefined) return null;
  return (
    <FilterChip
      label={label}
      value={value === undefined ? undefined : (choices.find(({ id }) => id === value)?.name ?? '–')}
      onClear={() => list.setFilters({ [name]: undefined })}
    >
      {(close) => (
        <ChoiceList
          label={label}
          choices={choices.map((choice) => ({ value: choice.id, label: choice.name }))}
          value={value}
          onChoose={(id) => {
            list.setFilters({ [name]: id });
            close();
          }}
        />
      )}
    </FilterChip>
  );
}
