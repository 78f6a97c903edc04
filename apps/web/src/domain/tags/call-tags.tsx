import { type CallTag, tagCall } from '@alo/contract';
import { Button, IconButton, IconTag, Popover } from '@alo/ui';
import { lazy, Suspense } from 'react';

import { useMay } from '../../kit/me/me.ts';
import { Tags } from './tags.tsx';
import { useTags } from './use-tags.ts';

const TagChoices = lazy(() => import('./tag-choices.tsx'));

/** The tags of a call; whoever may gives it others here. `quiet`: in one line, and the button has no words, as in the row of a list. */
export function CallTags({
  call,
  tags,
  who,
  quiet = false,
}: {
  /** The switchboard's name of the call. */
  call: string;
  tags: readonly CallTag[];
  /** With whom the call is, for whoever hears what the button does. */
  who: string;
  quiet?: boolean;
}) {
  const mayTag = useMay()(tagCall.access);
  const there = useTags();
  const label = who === '' ? 'Gắn nhãn cuộc gọi' : `Gắn nhãn cuộc gọi với ${who}`;
  const isAny = there?.some(({ active }) => active) === true || tags.length > 0;
  return (
    <Tags tags={tags} inLine={quiet}>
      {mayTag && isAny && (
        <Popover
          label={label}
          width={240}
          target={(open) =>
            quiet ? (
              <IconButton label={label} size="sm" {...open}>
                <IconTag aria-hidden />
              </IconButton>
            ) : (
              <Button size="sm" icon={<IconTag aria-hidden />} aria-label={label} {...open}>
                Gắn nhãn
              </Button>
            )
          }
        >
          <Suspense fallback={null}>
            <TagChoices call={call} tags={tags} />
          </Suspense>
        </Popover>
      )}
    </Tags>
  );
}
