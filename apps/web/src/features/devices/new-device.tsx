import { devices, type RowOf } from '@alo/contract';
import { useEffect } from 'react';

import { MadeSettings } from '../../domain/phone-setup/made-settings.tsx';

/** A phone that was just added is set up right then: its password came with it, this once. */
export function NewDevice({ row, onSeen }: { row: RowOf<typeof devices>; onSeen: () => void }) {
  // What adding one answers is the row and more.
  const settings = devices.create.result.safeParse(row).data?.settings;
  const isSeen = settings === undefined;
  useEffect(() => {
    if (isSeen) onSeen();
  });
  return <MadeSettings settings={settings} onClose={onSeen} />;
}
