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

/** The messages in a tree of errors as the form library keeps it: a node with a message, or parts with nodes. */
export function flattened(tree: unknown, path = ''): Problems {
  if (typeof tree !== 'object' || tree === null) return {};
  const own = 'message' in tree && typeof tree.message === 'string' ? { [path]: tree.message } : {};
  const inner = Object.entries(tree)
    // The library's own notes beside the parts.
    .filter(([name]) => !['message', 'type', 'types', 'ref'].includes(name))
    .map(([name, part]) => flattened(part, name === 'root' ? path : path === '' ? name : `${path}.${name}`));
  return Object.assign({}, ...inner, own) as Problems;
}
