import type { CrudContract } from '@alo/contract';

import type { AnyFields } from '../fields/field.ts';
import type { Resource } from '../model/resource.ts';

/** So many parts are a list that one goes by; fewer are seen at once. */
const fewestListed = 3;

/** The form has parts that are listed beside it. */
export const isListed = (sections: readonly unknown[] | undefined): boolean => (sections?.length ?? 0) >= fewestListed;

/** The form wants more of the page than a column of fields does. */
export const usesPage = <C extends CrudContract>({ sections, fields }: Resource<C>): boolean =>
  // `Resource` has checked every field against its own value; here they are all alike.
  isListed(sections) || Object.values(fields as AnyFields).some(({ wide }) => wide);
