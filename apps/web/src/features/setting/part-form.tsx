import type { Access } from '@alo/contract';
import { Actions, Button, Quiet, Stack } from '@alo/ui';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';

import { useConsole } from '../../kit/api/context.ts';
import { currentIn } from '../../kit/api/problem.ts';
import { useMay } from '../../kit/me/me.ts';
import type { Field, ShownFields } from '../../resource/fields/field.ts';
import { type Conflict, ConflictDialog } from '../../resource/form/conflict-dialog.tsx';
import { differences } from '../../resource/form/merge.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useSaving } from '../../resource/form/use-saving.ts';

type Versioned = Record<string, unknown> & { version: number };

/** Settings by name, each with its label and how it is read where two people have changed it. */
export type PartFields<Kept> = { readonly [Name in keyof Kept]?: Pick<Field<Kept[Name]>, 'label' | 'Show'> };

interface Draft<Kept> {
  value: Kept;
  set: (change: Partial<Kept>) => void;
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
}

/** Some of the settings with a button that saves them; what others change meanwhile elsewhere stays theirs. */
export function PartForm<Kept extends Versioned, Body extends object>({
  kept,
  fields,
  access,
  schema,
  result,
  send,
  children,
}: {
  kept: Kept;
  /** The settings of this part: nothing else is sent. */
  fields: PartFields<Kept>;
  access: Access;
  /** What may be sent, and what is answered. */
  schema: z.ZodType<Body>;
  result: z.ZodType<Kept>;
  send: (body: Body) => Promise<unknown>;
  children: (draft: Draft<Kept>) => ReactNode;
}) {
  const { toasts } = useConsole();
  // What the changes were made to: what is read again meanwhile must not pass for it.
  const [draft, setDraft] = useState<{ from: Kept; change: Partial<Kept> }>();
  const [conflict, setConflict] = useState<Conflict<Kept>>();
  const { errors, busy, save } = useSaving();
  const disabled = !useMay()(access);
  const names = Object.keys(fields);
  const from = draft?.from ?? kept;
  const value: Kept = { ...from, ...draft?.change };
  const isChanged = differ(names, value, from);

  const partOf = (all: Readonly<Record<string, unknown>>) => Object.fromEntries(names.map((name) => [name, all[name]]));
  const submit = (wish: Readonly<Record<string, unknown>>, { version }: Versioned): Promise<void> =>
    save(schema.safeParse({ ...partOf(wish), version }), async (body) => {
      try {
        await send(body);
      } catch (error) {
        const theirs = currentIn(error, result);
        if (theirs === undefined) throw error;
        if (differ(names, theirs, from)) return setConflict({ base: from, mine: partOf(wish), theirs });
        // It was another part that somebody changed.
        await send({ ...body, version: theirs.version });
      }
      setDraft(undefined);
      toasts.show({ kind: 'success', text: 'Đã lưu cài đặt' });
    });
  const saveChanges = () => void submit(value, from);
  const resolve = (values: Record<string, unknown>, theirs: Kept) => {
    setConflict(undefined);
    // Each value is one of the two sides'.
    setDraft({ from: theirs, change: values as Partial<Kept> });
    void submit(values, theirs);
  };

  return (
    <Stack
      as="form"
      noValidate
      gap={18}
      narrow
      onSubmit={(event) => {
        event.preventDefault();
        saveChanges();
      }}
    >
      {children({
        value,
        set: (more) => setDraft((was) => ({ from: was?.from ?? kept, change: { ...was?.change, ...more } })),
        errors,
        disabled,
      })}
      {disabled ? (
        <Quiet>Bạn xem được nhưng chưa có quyền đổi các cài đặt này.</Quiet>
      ) : (
        <Actions>
          <Button type="submit" look="primary" busy={busy} disabled={!isChanged}>
            Lưu
          </Button>
          {isChanged && <Button onClick={() => setDraft(undefined)}>Bỏ thay đổi</Button>}
        </Actions>
      )}
      <Unsaved isChanged={isChanged} onSave={saveChanges} />
      <ConflictDialog
        conflict={conflict}
        // Each was checked against its own value; here they are all alike.
        fields={fields as ShownFields}
        busy={busy}
        onResolve={resolve}
        onClose={() => setConflict(undefined)}
      />
    </Stack>
  );
}

const differ = (names: readonly string[], one: Versioned, other: Versioned): boolean =>
  differences(names, other, one, other).length > 0;
