import { type CrudContract, jobs } from '@alo/contract';
import { Quiet } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { total } from '../../kit/format/numbers.ts';
import { type Selection, sizeOf } from './use-chosen.ts';

/** What every dialog about many rows is told. */
export interface BulkDialog {
  contract: CrudContract;
  noun: string;
  chosen: Selection;
  /** Whether it has been begun. */
  onClose: (started: boolean) => void;
}

/** Where it goes on, and how it is taken back. */
export const Afterwards = () => (
  <Quiet size="body">Việc này chạy nền. Xem tiến độ và hoàn tác trong một ngày ở “Việc đang chạy”.</Quiet>
);

/** Which rows are meant, in words. */
export const whichOf = (chosen: Selection): string => {
  if (chosen.kind === 'rows') return 'đã chọn';
  const { search, filters } = chosen.wanted;
  return search === '' && Object.keys(filters).length === 0 ? 'của cả danh sách' : 'khớp với tìm kiếm và bộ lọc';
};

/** The same as the server is asked. */
export const wantedOf = (chosen: Selection) =>
  chosen.kind === 'all' ? chosen.wanted : { search: '', filters: {}, ids: [...chosen.rows.keys()] };

/** Begins the job, and says where it is seen. */
export function useStart({ noun, chosen, onClose }: Pick<BulkDialog, 'noun' | 'chosen' | 'onClose'>, verb: string) {
  const { toasts } = useConsole();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const start = async (ask: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await ask();
      void invalidate(jobs);
      toasts.show({ kind: 'info', text: `Đang ${verb} ${total(sizeOf(chosen))} ${noun}, bạn sẽ được báo khi xong` });
      onClose(true);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return { busy, problem, start };
}
