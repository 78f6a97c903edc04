import type { Access } from '@alo/contract';
import { Actions, Button, Quiet, Stack } from '@alo/ui';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';

import { currentIn } from '../../kit/api/problem.ts';
import { useMay } from '../../kit/me/me.ts';
import type { Field, ShownFields } from '../../resource/fields/field.ts';
import { type Conflict, ConflictDialog } from '../../resource/form/conflict-dialog.tsx';
import { differences } from '../../resource/form/merge.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';

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
  const [conflict, setConflict] = useState<Conflict<Kept>>();
  const disabled = !useMay()(access);
  const names = Object.keys(fields);
  const partOf = (all: Readonly<Record<string, unknown>>) => Object.fromEntries(names.map((name) => [name, all[name]]));
  const form = useContractForm({
    schema,
    values: kept,
    body: (values) => ({ ...partOf(values), version: values.version }),
    send: async (body, { from }) => {
      try {
        await send(body);
      } catch (error) {
        const theirs = currentIn(error, result);
        if (theirs === undefined || differ(names, theirs, from)) throw error;
        // It was another part that somebody changed.
        await send({ ...body, version: theirs.version });
      }
    },
    onRefused: (error, { values, from }) => {
      const theirs = currentIn(error, result);
      if (theirs === undefined) return undefined;
      setConflict({ base: from, mine: partOf(values), theirs });
      return true;
    },
    saved: 'Đã lưu cài đặt',
  });
  const { values: value, set, errors, busy, isChanged } = form;
  const resolve = (values: Record<string, unknown>, theirs: Kept) => {
    setConflict(undefined);
    // Each value is one of the two sides'.
    void form.submit({ from: theirs, change: values as Partial<Kept> });
  };

  return (
    <Stack as="form" {...form.props} gap={18} narrow>
      {children({ value, set, errors, disabled })}
      {disabled ? (
        <Quiet>Bạn xem được nhưng chưa có quyền đổi các cài đặt này.</Quiet>
      ) : (
        <Actions>
          <Button type="submit" look="primary" busy={busy} disabled={!isChanged}>
            Lưu
          </Button>
          {isChanged && <Button onClick={form.reset}>Bỏ thay đổi</Button>}
        </Actions>
      )}
      <Unsaved form={form} />
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
