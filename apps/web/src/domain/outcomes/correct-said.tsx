import { callDetail, changeDisposition, correctsOutcomes, type disposition } from '@alo/contract';
import { Button } from '@alo/ui';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';

import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import { draftOfDisposition } from './disposition-draft.ts';
import { DispositionForm } from './disposition-form.tsx';

/** What came of a call as it stands, and the form that puts it right for who may: whoever said it, and whoever supervises them. */
export function CorrectSaid({ said, children }: { said: z.output<typeof disposition>; children: ReactNode }) {
  const { api, changes } = useConsole();
  const invalidate = useInvalidate();
  const may = useMay();
  const me = useMe()?.id;
  const [open, setOpen] = useState(false);
  const mayCorrect = may(changeDisposition.access) && (said.by_id === me || may(correctsOutcomes));
  if (!open) {
    return (
      <>
        {children}
        {mayCorrect && (
          <Button size="sm" look="quiet" onClick={() => setOpen(true)}>
            Sửa kết quả
          </Button>
        )}
      </>
    );
  }
  return (
    <DispositionForm
      label="Sửa kết quả cuộc gọi"
      said={draftOfDisposition(said)}
      action="Lưu"
      send={(body) => api(changeDisposition, { params: { id: said.id }, body: { ...body, version: said.version } })}
      onSaid={() => {
        setOpen(false);
        void changes.stale('customer');
        void invalidate(callDetail);
      }}
      onCancel={() => setOpen(false)}
    />
  );
}
