import type { CrudContract } from '@alo/contract';
import { Button, IconUpload } from '@alo/ui';
import { lazy, Suspense, useState } from 'react';

// Few people import, and not often: the dialog comes when it is asked for.
const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/** Opens the import of a resource's rows from a file. */
export function ImportButton({ contract, noun }: { contract: CrudContract; noun: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button icon={<IconUpload aria-hidden />} onClick={() => setOpened(true)}>
        <span>Nhập</span>
      </Button>
      {opened && (
        <Suspense>
          <ImportDialog contract={contract} noun={noun} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
