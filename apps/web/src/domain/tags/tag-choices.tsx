import { type CallTag, tagCall, tagsOfCall } from '@alo/contract';
import { Checkbox, Swatch } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import styles from './tags.module.css';
import { useTags } from './use-tags.ts';

/** Every tag that may be chosen, and those that the call has: each comes or goes as it is clicked. */
export default function TagChoices({ call, tags }: { call: string; tags: readonly CallTag[] }) {
  const { api, toasts, changes } = useConsole();
  const invalidate = useInvalidate();
  const has = new Set(tags.map(({ id }) => id));
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, on }: { id: string; on: boolean }) =>
      api(tagCall, { params: { id: call }, body: on ? { add: [id] } : { remove: [id] } }),
    onSuccess: () => Promise.all([changes.stale('call-history'), invalidate(tagsOfCall)]),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  const there = (useTags() ?? []).filter(({ id, active }) => active || has.has(id));
  return (
    <div className={styles.choices} role="group" aria-label="Nhãn cuộc gọi">
      {there.map(({ id, name, colour }) => (
        <div key={id} className={styles.choice}>
          <Checkbox
            label={name}
            checked={isPending && variables.id === id ? variables.on : has.has(id)}
            onChange={({ target }) => mutate({ id, on: target.checked })}
          />
          <Swatch colour={colour} />
        </div>
      ))}
    </div>
  );
}
