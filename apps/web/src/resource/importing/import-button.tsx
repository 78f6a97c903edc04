import type { CrudContract } from '@alo/contract';
import { Button, IconUpload } from '@alo/ui';
import { lazy, type ReactNode, Suspense, useState } from 'react';

// Few people import, and not often: the dialog comes when it is asked for.
const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/** Opens the import of a resource's rows from a file. */
export const ImportButton = ({ words, onOpen }: { words: string; onOpen: () => void }) => (
  <Button icon={<IconUpload aria-hidden />} onClick={onOpen}>
    <span>{words}</span>
  </Button>
);

/** The import of a resource's rows; its dialog stays while the list that it was opened from fills. */
export function useImport(
  contract: CrudContract,
  noun: string,
): { readonly open: () => void; readonly dialog: ReactNode } {
  const [opened, setOpened] = useState(false);
  return {
    open: () => setOpened(true),
    dialog: opened && (
      <Suspense>
        <ImportDialog contract={contract} noun={noun} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  };
}
