import type { Section } from './resource.ts';

/**
 * Whether a field matters beside the other values of a form or a row: the section that has it, or the field itself, may be for some only.
 * One that is in no section always does.
 */
export function isAsked(
  sections: readonly Pick<Section, 'fields' | 'when' | 'only'>[],
  values: Readonly<Record<string, unknown>>,
  name: string,
): boolean {
  const its = sections.filter(({ fields }) => fields.flat().includes(name));
  const isShown = ({ when, only }: (typeof its)[number]) =>
    when?.(values) !== false && only?.[name]?.(values) !== false;
  return its.length === 0 || its.some(isShown);
}
