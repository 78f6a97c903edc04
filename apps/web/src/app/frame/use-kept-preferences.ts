import { useColourScheme } from '@alo/ui';
import { useEffect } from 'react';

import { useMe } from '../../kit/me/me.ts';
import { usePreferences } from '../../kit/me/use-preferences.ts';
import { keepPreferencesHere } from '../../kit/session/preferences-here.ts';

/** The console has the person's colours, and the next page in this tab begins as this one is. */
export function useKeptPreferences(): void {
  const person = useMe();
  const [chosen] = usePreferences();
  const [, show] = useColourScheme();
  // Who looks through somebody's eyes goes back to their own.
  const isOwn = person !== undefined && person.looked_as === null;
  useEffect(() => {
    if (!isOwn) return;
    keepPreferencesHere(chosen);
    show(chosen.scheme);
  }, [isOwn, chosen, show]);
}
