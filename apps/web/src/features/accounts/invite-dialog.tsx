import { inviteMany } from '@alo/contract';
import { Button, Dialog, IconUserPlus } from '@alo/ui';
import { lazy, Suspense, useState } from 'react';

import { useMay } from '../../kit/me/me.ts';
import type { Wishes } from './wishes.ts';

/** It brings pickers, which the list of people needs none of. */
const Invitation = lazy(async () => ({ default: (await import('./invitation.tsx')).Invitation }));

/** What is filled in. */
const noWishes: Wishes = { text: '', role: null, department: null, team: null };

/** Many people at once: their addresses are pasted, looked at, and invited; or all who came by a file are. */
export function InviteMany() {
  const may = useMay();
  const [opened, setOpened] = useState(false);
  // What was pasted is there again for who closes it by mistake.
  const [wishes, setWishes] = useState(noWishes);
  if (!may(inviteMany.access)) return null;
  return (
    <>
      <Button icon={<IconUserPlus aria-hidden />} onClick={() => setOpened(true)}>
        Mời nhiều người
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Mời nhiều người" width={620} place="top">
        <Suspense>
          <Invitation wishes={wishes} onWishes={setWishes} onClose={() => setOpened(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
