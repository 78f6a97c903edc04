import type { CrudContract } from '@alo/contract';

import { FormPage } from './form-page.tsx';
import { ListPage } from './list-page.tsx';
import type { Resource } from './resource.ts';

/** The screens of a resource: a list with its drawer, and a form that adds or edits. Replace either with a page of your own. */
export function adminResource<C extends CrudContract>(resource: Resource<C>) {
  return {
    ...resource,
    List: () => <ListPage resource={resource} />,
    Form: () => <FormPage resource={resource} />,
  };
}
