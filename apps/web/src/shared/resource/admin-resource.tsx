import type { CrudContract } from '@alo/contract';
import { lazy } from 'react';

import { ListPage } from './list-page.tsx';
import type { Resource } from './resource.ts';

/** Forms bring their own libraries, which nobody needs who only looks through a list. */
const FormPage = lazy(async () => ({ default: (await import('./form-page.tsx')).FormPage }));

/** The screens of a resource: a list with its drawer, and a form that adds or edits. Replace either with a page of your own. */
export function adminResource<C extends CrudContract>(resource: Resource<C>) {
  return {
    ...resource,
    List: () => <ListPage resource={resource} />,
    // The form asks of its resource no more than that it is one.
    Form: () => <FormPage resource={resource as unknown as Resource<CrudContract>} />,
  };
}
