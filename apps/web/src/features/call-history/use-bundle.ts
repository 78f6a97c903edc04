import { bundleRecordings, jobs, type RequestOf } from '@alo/contract';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';

type Wanted = RequestOf<typeof bundleRecordings>['body'];

/** Takes the recordings of the calls that a list shows, in one archive that a worker makes: an entry of the menu that takes things out. */
export function useBundle(wanted: Wanted) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const ask = async () => {
    try {
      const { job_id: id } = await api(bundleRecordings, { body: wanted });
      await invalidate(jobs);
      toasts.show({ key: `job:${id}`, kind: 'info', text: 'Đang gom ghi âm, bạn sẽ được báo khi xong' });
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
  };
  return {
    key: 'recordings',
    label: 'Ghi âm (.zip)',
    hint: 'Ghi âm của các cuộc gọi này, kèm danh sách',
    onSelect: () => void ask(),
  };
}
