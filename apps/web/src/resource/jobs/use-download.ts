import { type Job, jobFile } from '@alo/contract';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { saveFile } from '../../kit/browser/save-file.ts';

/** Fetches the file that a job made. */
export function useDownload(): (job: Pick<Job, 'id' | 'file_name'>) => Promise<void> {
  const { api, toasts } = useConsole();
  return async ({ id, file_name: name }) => {
    try {
      await saveFile(await api.file(jobFile, { params: { id } }), name ?? 'tep');
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
  };
}
