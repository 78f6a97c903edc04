import { type Endpoint, jobs, jobTicket } from '@alo/contract';
import { Button, IconDownload, Menu } from '@alo/ui';
import { type ComponentProps, useState } from 'react';

import type { CallParts } from '../../kit/api/client.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { saveFile } from '../../kit/browser/save-file.ts';

/** Exports what the list shows now, filters included, as xlsx or CSV. */
export function ExportMenu<E extends Endpoint>({
  endpoint,
  params = {},
  query,
  name,
  more = [],
}: {
  endpoint: E;
  /** Of whose list it is, where the address says it. */
  params?: Record<string, string>;
  query: Record<string, string>;
  /** File name without its ending. */
  name: string;
  /** What else is taken out of this list. */
  more?: ComponentProps<typeof Menu>['entries'];
}) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const run = async (format: 'xlsx' | 'csv') => {
    setBusy(true);
    try {
      // Which filters there are is checked where the query is made; every export takes those of its list, and a format.
      const answer = await api.file(endpoint, { params, query: { ...query, format } } as unknown as CallParts<E>);
      if (answer.status === 202) {
        const { job_id: id } = jobTicket.parse(await answer.json());
        await invalidate(jobs);
        toasts.show({
          key: `job:${id}`,
          kind: 'info',
          text: 'Tệp lớn nên đang được chuẩn bị, bạn sẽ được báo khi xong',
        });
        return;
      }
      await saveFile(answer, `${name}.${format}`);
      toasts.show({ kind: 'success', text: 'Đã xuất tệp, xem trong thư mục tải về' });
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      entries={[
        { key: 'xlsx', label: 'Excel (.xlsx)', hint: 'Để mở và sửa bằng Excel', onSelect: () => void run('xlsx') },
        {
          key: 'csv',
          label: 'CSV (.csv)',
          hint: 'Cho phần mềm khác: Excel làm mất số 0 ở đầu',
          onSelect: () => void run('csv'),
        },
        ...more,
      ]}
    >
      <Button icon={<IconDownload aria-hidden />} busy={busy}>
        <span>Xuất</span>
      </Button>
    </Menu>
  );
}
