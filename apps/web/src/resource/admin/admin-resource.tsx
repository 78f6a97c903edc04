import type { CrudContract } from '@alo/contract';
import { lazy } from 'react';
import type { Resource } from '../model/resource.ts';
import type { ResourcePages } from '../screen/screen.tsx';
import { ListPage } from './list-page.tsx';

/** Forms bring their own libraries, which nobody needs who only looks through a list. */
const FormPage = lazy(async () => ({ default: (await import('./form-page.tsx')).FormPage }));

/** The screens of a resource: a list with its drawer, and a form that adds or edits. Replace either with a page of your own. */
export function adminResource<C extends CrudContract>(resource: Resource<C>): Resource<C> & ResourcePages {
  return {
    ...resource,
    List: ({ screen }) => <ListPage resource={resource} screen={screen} />,
    // The form asks of its resource no more than that it is one.
    Form: ({ screen }) => <FormPage resource={resource as unknown as Resource<CrudContract>} screen={screen} />,
  };
}
