import { firstWrong, type Toasts } from '@alo/ui';
import { type SubmitEvent, use, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';

import { ConsoleContext } from '../../kit/api/context.ts';
import { ApiProblem, explain, mistakesToldBy } from '../../kit/api/problem.ts';
import { firstOfEach, type Problems, problemsIn, renewed } from '../fields/problems.ts';
import { differences } from './merge.ts';

/** Texts of the fields that keep what is typed themselves, by their names. */
export type TypedTexts = Readonly<Record<string, FormDataEntryValue>>;

/** A body by the names of its schema. Whether its values are right the schema says. */
type Wish<Schema extends z.ZodType> = { readonly [Name in keyof z.input<Schema>]?: unknown };

type Fields = Readonly<Record<string, unknown>>;

/** What a form was opened with, and what has been changed since. */
export interface Draft<Values> {
  from: Values;
  change: Partial<Values>;
}

/** What was filled in, and what it was made of. */
interface Given<Values> {
  values: Values;
  typed: TypedTexts;
  from: Values;
}

interface Spec<Schema extends z.ZodType, Values extends Fields, Answer> {
  /** The body of the endpoint that the form is sent to. */
  schema: Schema;
  /** What the form shows until something is changed. A change is compared with these values as they were then. */
  values: Values;
  /** The body; the values themselves where it is left out. */
  body?: (values: Values, typed: TypedTexts) => Wish<Schema>;
  /** Mistakes that no schema knows, by field. */
  mistakes?: (values: Values, typed: TypedTexts) => Problems;
  /** Asked before it is sent; false sends nothing, and the form stays as it is. */
  ready?: () => Promise<boolean>;
  send: (body: z.output<Schema>, given: Given<Values>) => Promise<Answer>;
  /** Answers true where it has dealt with a refusal itself, or the mistakes that are shown for it. */
  onRefused?: (error: unknown, given: Given<Values>) => true | Problems | undefined;
  /** What is told after a save. */
  saved?: string | ((answer: Answer) => Parameters<Toasts['show']>[0]);
  onSaved?: (answer: Answer) => unknown;
  /** After a save the form stays as it is filled in, to be sent again. */
  stays?: boolean;
}

/**
 * One form over the schema of a request's body. It holds the values, sends them once at a time, and tells mistakes by field: those
 * that the schema finds and those that only the server knows. The focus goes to the first; a field that is changed afterwards is
 * looked at again. Other refusals are told by a toast, or are in `refusal` where there is no console, as at the sign-in. What was
 * filled in stays until it is saved.
 *
 * @example
 * const form = useContractForm({
 *   schema: updateUserInfoLogin.body,
 *   values: { name, phone },
 *   send: (body) => api(updateUserInfoLogin, { body }),
 *   saved: 'Đã lưu hồ sơ',
 * });
 * <Stack as="form" {...form.props}>
 *   <TextField value={form.values.name} error={form.errors['name']} onChange={(event) => form.set({ name: event.target.value })} />
 */
export function useContractForm<Schema extends z.ZodType, Values extends Fields, Answer>({
  schema,
  values: start,
  body: bodyOf = (values) => values,
  mistakes: otherMistakes = () => ({}),
  ready = async () => true,
  send,
  onRefused = () => undefined,
  saved,
  onSaved,
  stays = false,
}: Spec<Schema, Values, Answer>) {
  const toasts = use(ConsoleContext)?.toasts;
  const [draft, setDraft] = useState<Draft<Values>>();
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<{ text: string; code: string }>();
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const wasTried = useRef(false);
  const isRefused = useRef(false);
  const from = draft?.from ?? start;
  const values: Values = { ...from, ...draft?.change };

  // A refused save leads to the first mistake, as soon as its message stands there.
  useEffect(() => {
    const wrong = isRefused.current ? firstWrong(element.current) : undefined;
    if (!wrong) return;
    isRefused.current = false;
    wrong.focus();
  });

  const refuse = (mistakes: Problems) => {
    setProblems(mistakes);
    isRefused.current = true;
  };

  const look = (at: Values) => {
    const typed: TypedTexts = element.current === null ? {} : Object.fromEntries(new FormData(element.current));
    const parsed = schema.safeParse(bodyOf(at, typed));
    return { typed, parsed, mistakes: { ...problemsIn(parsed.error), ...otherMistakes(at, typed) } };
  };

  const tell = (error: unknown, given: Given<Values>) => {
    const told = onRefused(error, given) ?? mistakesToldBy(error);
    if (told === true) return;
    if (told !== undefined) return refuse(told);
    if (toasts === undefined) setRefusal(explain(error));
    else toasts.show({ kind: 'error', ...explain(error) });
    // What is no answer of the server is a mistake of ours, to be reported.
    if (!(error instanceof ApiProblem)) throw error;
  };

  const attempt = async (made: Omit<Given<Values>, 'typed'>) => {
    wasTried.current = true;
    setRefusal(undefined);
    const { typed, parsed, mistakes } = look(made.values);
    if (!parsed.success || Object.keys(mistakes).length > 0) return refuse(mistakes);
    setProblems({});
    if (!(await ready())) return;
    const given = { ...made, typed };
    try {
      const answer = await send(parsed.data, given);
      if (saved !== undefined)
        toasts?.show(typeof saved === 'string' ? { kind: 'success', text: saved } : saved(answer));
      await onSaved?.(answer);
      wasTried.current = false;
      if (!stays) setDraft(undefined);
    } catch (error) {
      tell(error, given);
    }
  };

  /** Saves what is filled in, or what is given in its place. Pressed again while it is on its way, it is still sent once. */
  const submit = async (instead?: Draft<Values>): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    if (instead) setDraft(instead);
    try {
      await attempt(
        instead ? { from: instead.from, values: { ...instead.from, ...instead.change } } : { from, values },
      );
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  const set = (change: Partial<Values>) => {
    setDraft((was) => ({ from: was?.from ?? start, change: { ...was?.change, ...change } }));
    if (!wasTried.current) return;
    const { mistakes } = look({ ...values, ...change });
    setProblems((was) => renewed(was, mistakes, Object.keys(change)));
  };

  return {
    values,
    set,
    /** The first mistake of each field, and by its path each one inside it. */
    errors: firstOfEach(problems),
    /** The mistakes by their paths alone. */
    problems,
    refusal,
    busy,
    isChanged: draft !== undefined && differences(Object.keys(draft.change), from, values, from).length > 0,
    submit,
    /** Forgets what was changed. */
    reset: () => {
      setDraft(undefined);
      setProblems({});
      wasTried.current = false;
    },
    /** What `<form>` is given. */
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      },
      onInput: () => {
        isRefused.current = false;
      },
    },
  };
}
