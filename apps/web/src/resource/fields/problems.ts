import type { z } from 'zod';

/**
 * What is wrong inside a value, by the path to it with dots: `''` is the value itself, `2.penalty` a part of its third item.
 * The schema's mistakes and the server's have the same shape.
 */
export type Problems = Readonly<Record<string, string>>;

/** The message where a control can show one only: the value's own, or the first of those inside it. */
export const fieldError = (problems: Problems): string | undefined => problems[''] ?? Object.values(problems)[0];

/** What is wrong with one part, and inside that. */
export function within(problems: Problems, part: string | number): Problems {
  const prefix = `${part}.`;
  return Object.fromEntries(
    Object.entries(problems).flatMap(([path, message]) => {
      if (path === String(part)) return [['', message]];
      return path.startsWith(prefix) ? [[path.slice(prefix.length), message]] : [];
    }),
  );
}

/** What a schema has found wrong, the first of each path. Where a value may be of several kinds, the nearest kind speaks. */
export function problemsIn(found: z.core.$ZodError | undefined): Problems {
  const problems: Record<string, string> = {};
  const issues = [...(found?.issues ?? [])];
  // Grows while it is read: what is wrong for each kind comes behind.
  for (const issue of issues) {
    const kinds = issue.code === 'invalid_union' ? issue.errors : [];
    const nearest = kinds.toSorted((one, other) => one.length - other.length)[0]?.[0];
    problems[issue.path.join('.')] ??= nearest?.message ?? issue.message;
    issues.push(...kinds.flat().map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })));
  }
  return problems;
}

/** The same, and under the name of each field the first message inside it where it has none of its own. */
export const firstOfEach = (problems: Problems): Problems => ({
  ...Object.fromEntries(
    Object.entries(problems)
      .toReversed()
      .map(([path, message]) => [path.replace(/\..*/, ''), message]),
  ),
  ...problems,
});

const isIn = (path: string, name: string) => path === name || path.startsWith(`${name}.`);

/** Problems after some fields were changed: of these what is found now, of others what was known. */
export const renewed = (known: Problems, found: Problems, changed: readonly string[]): Problems => {
  const concerns = ([path]: readonly [string, string]) => changed.some((name) => isIn(path, name));
  return Object.fromEntries([
    ...Object.entries(known).filter((problem) => !concerns(problem)),
    ...Object.entries(found).filter(concerns),
  ]);
};

/** Problems that belong to none of these fields. */
export const besides = (problems: Problems, names: readonly string[]): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([path]) => !names.some((name) => isIn(path, name))));
