import {
  type AuditRow,
  activityDetail,
  inTrailWords,
  type ResultOf,
  trailActionWords,
  trailScreens,
  trailSubjectWords,
} from '@alo/contract';
import { AfterDelay, Drawer, Fact, Facts, Skeleton } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { clockSeconds, date } from '../../kit/format/time.ts';
import { ChangedFields, changedFields } from '../../resource/fields/changed-fields.tsx';
import type { AnyFields } from '../../resource/fields/field.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { RowSteps } from '../../resource/list/row-steps.tsx';
import { useResources } from '../../resource/screen/use-resources.ts';
import styles from './activity.module.css';
import { rowDifferences, rowOf, saysErased, trailFieldWords, trailValueText } from './activity-words.ts';

type Detail = ResultOf<typeof activityDetail>;

/** One entry: who, what, the row before and after, and its place in the chain. */
export function ActivityDrawer({
  id,
  rows,
  onOpen,
}: {
  id: string | undefined;
  rows: readonly AuditRow[];
  onOpen: (id: string | undefined) => void;
}) {
  const read = useRead();
  const { data, error, refetch } = useQuery({
    ...read(activityDetail, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  return (
    <Drawer
      opened={id !== undefined}
      onClose={() => onOpen(undefined)}
      width={560}
      title={
        <RowSteps id={id} rows={rows} onOpen={onOpen}>
          {data
            ? `${inTrailWords(trailActionWords, data.action)} · ${inTrailWords(trailSubjectWords, data.subject)}`
            : 'Nhật ký'}
        </RowSteps>
      }
    >
      {data && <Entry entry={data} />}
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <AfterDelay>
          <Skeleton width="100%" height={120} />
        </AfterDelay>
      )}
    </Drawer>
  );
}

function Entry({ entry }: { entry: Detail }) {
  const isErased = [entry.before, entry.after].some(saysErased);
  const facts = [
    ['Người', entry.account_name ?? (entry.account_id === null ? 'Chưa đăng nhập' : 'Tài khoản đã xoá')],
    ['Lúc', `${date(entry.at)} ${clockSeconds(entry.at)}`],
    ['Tên', entry.subject_name ?? '–'],
    ['Mạng', entry.network || '–'],
    ['Mã đối tượng', entry.subject_id || '–'],
    ['Mã hỗ trợ', entry.request_id || '–'],
    ['Mục số', String(entry.seq)],
    ['Dấu chuỗi', entry.hash.slice(0, 16)],
  ] as const;
  return (
    <>
      <Facts>
        {facts.map(([label, value]) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </Facts>
      {isErased && (
        <p className={styles.erased}>
          Nội dung đã xoá theo yêu cầu của khách hàng. Ai đã làm gì, lúc nào vẫn được chuỗi nhật ký chứng minh.
        </p>
      )}
      {!isErased && <Changes entry={entry} />}
    </>
  );
}

/** In the words of the row's own form; what stands in no form by the name it has. */
function Changes({ entry }: { entry: Detail }) {
  const screen = trailScreens[entry.subject];
  const resources = useResources(screen === undefined ? [] : [screen]);
  if (resources === undefined) return null;
  // Every field was checked against its own value; here they are all alike.
  const fields = (resources.get(screen ?? '')?.resource.fields ?? {}) as AnyFields;
  const [was, is] = [rowOf(entry.before), rowOf(entry.after)];
  // Of what is deleted is shown what it was.
  const [before, after] = is === null ? [null, was] : [was, is];
  if (after !== null && changedFields(before, after, fields).length > 0) {
    return (
      <section className={styles.part}>
        <h3>{before === null ? 'Nội dung' : 'Trước và sau'}</h3>
        <ChangedFields before={before} after={after} fields={fields} />
      </section>
    );
  }
  const changes = rowDifferences(entry.before, entry.after);
  if (changes.length === 0) return null;
  return (
    <table className={styles.changes}>
      <caption>Trước và sau</caption>
      <thead>
        <tr>
          <th scope="col">Mục</th>
          <th scope="col">Trước</th>
          <th scope="col">Sau</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, before: old, after: now }) => (
          <tr key={name}>
            <th scope="row">{inTrailWords(trailFieldWords, name)}</th>
            <td>{trailValueText(old)}</td>
            <td>{trailValueText(now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
