import {
  changePreferences,
  me,
  type Preferences,
  type PreferencesChange,
  preferences,
  withChange,
} from '@alo/contract';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { useConsole } from '../api/context.ts';
import { explain } from '../api/problem.ts';
import { useRead } from '../api/queries.ts';
import { showAnswer } from '../live/read-again.ts';
import { preferencesHere } from '../session/preferences-here.ts';
import { type Me, useMe } from './me.ts';

const mutationKey = ['preferences'];

/** How the person has their console. A change is shown everywhere at once, and taken back with a word where the server refuses it. */
export function usePreferences(): readonly [Preferences, (change: PreferencesChange) => void] {
  const { api, toasts } = useConsole();
  const queries = useQueryClient();
  const { queryKey } = useRead()(me, {});
  const known = useMe()?.preferences;
  const [here] = useState(() => preferencesHere() ?? preferences.parse({}));
  const { mutate } = useMutation({
    mutationKey,
    // One after the other: the last answer is of all of them.
    scope: { id: 'preferences' },
    mutationFn: (body: PreferencesChange) => api(changePreferences, { body }),
    onSuccess: (answer) => {
      const before = queries.getQueryData<Me>(queryKey);
      if (before) void showAnswer(queries, queryKey, { ...before, preferences: answer });
    },
    onError: (error) => toasts.show({ key: 'preferences', kind: 'error', ...explain(error) }),
  });
  // Whatever is read meanwhile was answered from before them.
  const changes = useMutationState({
    filters: { mutationKey, status: 'pending' },
    // Of this key there are none but those above.
    select: ({ state }) => state.variables as PreferencesChange,
  });
  const shown = useMemo(() => changes.reduce(withChange, known ?? here), [changes, known, here]);
  return [shown, mutate];
}
