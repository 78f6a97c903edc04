import type { RowsName } from '@alo/contract';
import { Button, Drawer, firstControl, focusGently, IconPlus } from '@alo/ui';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, type SyntheticEvent, useRef, useState } from 'react';

import { useMay } from '../../kit/me/me.ts';
import type { StoredRow } from '../model/resource.ts';
import { useResources } from '../screen/use-resources.ts';
import styles from './make-missing.module.css';

const RowForm = lazy(async () => ({ default: (await import('../admin/row-form.tsx')).RowForm }));

/**
 * Around a field that chooses rows of a resource: where there are none it offers to make one, by the resource's own form over the one
 * that is being filled in. What was made is chosen.
 */
export function MakeMissing({
  of,
  isMissing,
  onMade,
  children,
}: {
  /** The screen of the rows; nothing is offered where it is of no resource, or who looks may not add there. */
  of: RowsName | undefined;
  isMissing: boolean;
  onMade: (row: StoredRow) => void;
  children: ReactNode;
}) {
  // Answers are nobody's to make here.
  const name = of === 'survey-answers' ? undefined : of;
  const may = useMay();
  const [opened, setOpened] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const wanted = isMissing || opened;
  const on = useResources(wanted && name !== undefined ? [name] : [])?.get(name ?? '');
  const resource = on !== undefined && may(on.resource.contract.create.access) ? on : undefined;
  const close = () => {
    setOpened(false);
    // The button that opened it is gone with what was missing.
    focusGently(firstControl(around.current));
  };
  return (
    <div ref={around} className={styles.around}>
      {children}
      {resource !== undefined && wanted && (
        <>
          <Button size="sm" look="quiet" icon={<IconPlus aria-hidden />} onClick={() => setOpened(true)}>
            Tạo {resource.resource.noun}
          </Button>
          <Drawer opened={opened} onClose={close} width={640} title={`Thêm ${resource.resource.noun}`}>
            {/* Nothing that happens in this form happens in the one below it. */}
            <div role="presentation" onSubmit={inHere} onInput={inHere} onKeyDown={savedHere}>
              <Suspense fallback={null}>
                <RowForm
                  on={resource}
                  id={undefined}
                  onSaved={(row) => {
                    onMade(row);
                    close();
                  }}
                  onCancel={close}
                />
              </Suspense>
            </div>
          </Drawer>
        </>
      )}
    </div>
  );
}

const inHere = (event: SyntheticEvent) => event.stopPropagation();

/** Ctrl S saves what is over the page, and not the page. */
function savedHere(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyS') return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.querySelector('form')?.requestSubmit();
}
