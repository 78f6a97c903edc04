import { callFlow, numbers } from '@alo/contract';
import { AfterDelay, buttonClass, ChoiceField, Drawer, narrow, SelectField, Skeleton, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import styles from '../../domain/call-flow/call-flow.module.css';
import {
  type Addable,
  addable,
  type Flow,
  type FlowEdge,
  type FlowNode,
  nodeTitleOf,
} from '../../domain/call-flow/flow.ts';
import { FlowList } from '../../domain/call-flow/flow-list.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useMay } from '../../kit/me/me.ts';
import { RowForm } from '../../resource/admin/row-form.tsx';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';
import { type OnScreen, useResources } from '../../resource/screen/use-resources.ts';
import { AddFor } from './add-for.tsx';
import { EdgeDialog } from './edge-dialog.tsx';

const FlowPicture = lazy(async () => ({
  default: (await import('../../domain/call-flow/flow-picture.tsx')).FlowPicture,
}));

/** The way that a number's calls take, as a picture and as a list; edited in either, by the forms of the rows themselves. */
export default function FlowPage() {
  const read = useRead();
  const own = useQuery(read(numbers.list, { query: { page_size: 1000 } }));
  // Whoever comes from a number looks at that one.
  const { number } = useSearch({ strict: false });
  const [chosen, setChosen] = useState<string | null>(number ?? null);
  const all = own.data?.data ?? [];
  const id = chosen ?? all[0]?.id;
  const flow = useQuery({
    ...read(callFlow, { query: { number_id: id ?? '' } }),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
  });
  const error = own.error ?? flow.error;
  return (
    <Page title="Sơ đồ luồng">
      <div className={styles.page}>
        <SelectField
          label="Đầu số"
          required
          choices={all.map(({ id: value, number, name }) => ({ value, label: `${groupedPhone(number)} · ${name}` }))}
          value={id ?? null}
          onChange={setChosen}
        />
        {error !== null && flow.data === undefined && (
          <Surface>
            <LoadFailed error={error} onRetry={() => void (own.error === null ? flow : own).refetch()} />
          </Surface>
        )}
        {own.data?.total === 0 && (
          <Surface>
            <State
              drawing="empty"
              title="Chưa có đầu số nào"
              action={
                <WayOn to="/number/add" access={numbers.create.access}>
                  Thêm đầu số
                </WayOn>
              }
            >
              Thêm một đầu số dịch vụ rồi vẽ đường đi của nó ở đây.
            </State>
          </Surface>
        )}
        {flow.data === undefined && error === null && own.data?.total !== 0 && (
          <Surface>
            <AfterDelay>
              <Skeleton width="100%" height={420} />
            </AfterDelay>
          </Surface>
        )}
        {flow.data !== undefined && <Drawn key={id} flow={flow.data} numberId={id ?? ''} />}
      </div>
    </Page>
  );
}

const wide = { picture: 'Sơ đồ', list: 'Danh sách' } as const;

function Drawn({ flow, numberId }: { flow: Flow; numberId: string }) {
  // A whole way on a phone is too small to be read.
  const [look, setLook] = useState<keyof typeof wide>(() => (matchMedia(narrow).matches ? 'list' : 'picture'));
  const [node, setNode] = useState<FlowNode>();
  const [edge, setEdge] = useState<FlowEdge>();
  const [adding, setAdding] = useState<{ edge: FlowEdge; type: Addable }>();
  const resources = useResources([...flow.nodes.map(({ screen }) => screen), 'inbounds', ...Object.values(addable)]);
  const may = useMay();
  const openNode = useCallback((one: FlowNode) => setNode(one), []);
  const openEdge = useCallback((one: FlowEdge) => setEdge(one), []);
  const whose = (one: FlowEdge | undefined) => flow.nodes.find(({ key }) => key === one?.from);
  const onOf = (one: FlowNode | undefined): OnScreen | undefined => one && resources?.get(one.screen);
  const shown = { flow, onNode: openNode, onEdge: openEdge };
  const isBare = flow.nodes.length === 1;
  return (
    <>
      <div className={styles.tools}>
        <ChoiceField
          label="Cách xem"
          choices={choicesOf(wide)}
          value={look}
          onChange={(value) => setLook(value === 'list' ? 'list' : 'picture')}
        />
        {may('inbounds.create') && (
          <button
            type="button"
            className={buttonClass(isBare ? 'primary' : 'default')}
            onClick={() => setNode({ ...newRule, key: `new ${numberId}` })}
          >
            Thêm quy tắc gọi vào
          </button>
        )}
        <Link to="/call-test" className={buttonClass('default')}>
          Thử luồng
        </Link>
      </div>
      {flow.cut && <p className={styles.quiet}>Luồng quá lớn: chỉ hiện phần đầu.</p>}
      <Surface>
        {look === 'picture' ? (
          <Suspense fallback={<div className={styles.picture} />}>
            <FlowPicture {...shown} />
          </Suspense>
        ) : (
          <FlowList {...shown} />
        )}
      </Surface>
      <Drawer
        opened={node !== undefined}
        onClose={() => setNode(undefined)}
        width={640}
        title={node === undefined ? '' : node.id === '' ? 'Thêm quy tắc gọi vào' : nodeTitleOf(node)}
      >
        <Panel node={node} on={onOf(node)} onClose={() => setNode(undefined)} />
      </Drawer>
      <Leading
        edge={edge}
        from={whose(edge)}
        on={onOf(whose(edge))}
        onAdd={(type) => {
          if (edge !== undefined) setAdding({ edge, type });
          setEdge(undefined);
        }}
        onClose={() => setEdge(undefined)}
      />
      <Drawer
        opened={adding !== undefined}
        onClose={() => setAdding(undefined)}
        width={640}
        title={adding === undefined ? '' : `Thêm ${resources?.get(addable[adding.type])?.resource.noun ?? ''}`}
      >
        <Adding
          adding={adding}
          from={whose(adding?.edge)}
          on={onOf(whose(adding?.edge))}
          to={adding && resources?.get(addable[adding.type])}
          onClose={() => setAdding(undefined)}
        />
      </Drawer>
    </>
  );
}

/** What is added where there is nothing yet. */
const newRule: Omit<FlowNode, 'key'> = { type: 'rule', screen: 'inbounds', id: '', name: '', facts: [], warnings: [] };

function Panel({ node, on, onClose }: { node: FlowNode | undefined; on: OnScreen | undefined; onClose: () => void }) {
  if (node === undefined || on === undefined) return null;
  return <RowForm key={node.key} on={on} id={node.id || undefined} onSaved={onClose} onCancel={onClose} />;
}

function Leading({
  edge,
  from,
  on,
  ...does
}: {
  edge: FlowEdge | undefined;
  from: FlowNode | undefined;
  on: OnScreen | undefined;
  onAdd: (type: Addable) => void;
  onClose: () => void;
}) {
  return edge && from && on && <EdgeDialog {...{ edge, from, on }} {...does} />;
}

function Adding({
  adding,
  from,
  on,
  to,
  onClose,
}: {
  adding: { edge: FlowEdge; type: Addable } | undefined;
  from: FlowNode | undefined;
  on: OnScreen | undefined;
  to: OnScreen | undefined;
  onClose: () => void;
}) {
  return adding && from && on && to && <AddFor {...adding} {...{ from, on, to, onClose }} />;
}
