import { addExtensionRange, extensions } from '@alo/contract';
import { Button, buttonClass, Dialog, IconPlus } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { useMay } from '../../kit/me/me.ts';

/** It brings the form’s parts, which the list needs none of. */
const ExtensionRange = lazy(async () => ({ default: (await import('./extension-range.tsx')).ExtensionRange }));

/** Extensions come one by one, or as many as follow one another. */
export function AddSubscribers() {
  const may = useMay();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      {may(addExtensionRange.access) && <Button onClick={() => setOpened(true)}>Thêm cả dãy</Button>}
      {may(extensions.create.access) && (
        <Link to="/subscribers/add" className={buttonClass('primary')}>
          <IconPlus aria-hidden />
          Thêm máy nhánh
        </Link>
      )}
      <Dialog opened={opened} onClose={close} title="Thêm một dãy máy nhánh" width={640} place="top">
        <Suspense>
          <ExtensionRange onClose={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
